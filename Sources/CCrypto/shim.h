// OpenSSL's libcrypto.
#pragma once
// SHA256_Init and its siblings are marked as deprecated in favour of EVP, which looks up a provider for each digest.
// They are part of the library for good, need no initialisation and keep their state in a plain struct.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
