#include "catalogues.h"

// By the directive #embed, which takes no time: an array of that size written out in Swift takes a minute to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t german[] = {
#embed "../CheckInLanguage/Catalogues/de.po"
};
static const uint8_t portuguese[] = {
#embed "../CheckInLanguage/Catalogues/pt.po"
};
static const uint8_t spanish[] = {
#embed "../CheckInLanguage/Catalogues/es.po"
};

checkin_catalogue checkin_german(void) { return (checkin_catalogue){german, sizeof german}; }
checkin_catalogue checkin_portuguese(void) { return (checkin_catalogue){portuguese, sizeof portuguese}; }
checkin_catalogue checkin_spanish(void) { return (checkin_catalogue){spanish, sizeof spanish}; }
