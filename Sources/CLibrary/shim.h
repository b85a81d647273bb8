// What Swift leaves out when it imports the C library.
#pragma once
#include <malloc.h>
#include <wchar.h>

// <wchar.h> has it for _XOPEN_SOURCE only.
int wcwidth(wchar_t character);
