/// A computation that the library could not carry out, for lack of memory or because this installation forbids it.
package struct CryptographyError: Error {
  /// The name of the computation, such as "scrypt".
  package let computation: String
}
