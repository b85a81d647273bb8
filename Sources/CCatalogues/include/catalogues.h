#pragma once

#include <stddef.h>
#include <stdint.h>

/// A file of translations, as it is in Sources/CheckInLanguage/Catalogues.
typedef struct {
  const uint8_t *_Nonnull bytes;
  size_t count;
} checkin_catalogue;

checkin_catalogue checkin_german(void);
checkin_catalogue checkin_portuguese(void);
checkin_catalogue checkin_spanish(void);
