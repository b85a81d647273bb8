#pragma once
#include <wchar.h>

// <wchar.h> has it for _XOPEN_SOURCE only, which Swift does not define when it imports the C library.
int wcwidth(wchar_t character);
