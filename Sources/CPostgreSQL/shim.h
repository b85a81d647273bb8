#pragma once
#include <libpq-fe.h>

// Swift does not import macros that are characters.
static inline int checkin_diagnostic_state(void) { return PG_DIAG_SQLSTATE; }
static inline int checkin_diagnostic_severity(void) { return PG_DIAG_SEVERITY_NONLOCALIZED; }
