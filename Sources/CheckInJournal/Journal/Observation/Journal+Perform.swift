extension Journal {
  /// Runs commands and questions without blocking the task: it waits while they run on a thread that may wait for the
  /// disk.
  ///
  /// ```swift
  /// let creation = try await journal.perform { try $0.create(draft) }
  /// let newest = try await journal.perform { try $0.checkIns(limit: 20) }
  /// ```
  ///
  /// Commands of several tasks that wait at the same time share one write and one sync. At most eight run at a time;
  /// others wait without a thread. Everything in `body` runs on one thread, in order; it is not one command, and others
  /// may come in between. What has begun is not cancelled with the task, since it may be saved already.
  ///
  /// - Throws: what `body` throws.
  public func perform<Answer: Sendable, Failure: Error>(
    _ body: @escaping @Sendable (Journal) throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let device = Self.commandDevice
    let result: Result<Answer, Failure> = await withCheckedContinuation { continuation in
      blockingWork.run {
        // The thread is not the task's.
        let result = Self.$commandDevice.withValue(device) { Result { () throws(Failure) in try body(self) } }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}
