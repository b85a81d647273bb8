#pragma once
#include <lmdb.h>
// malloc_trim, which the module Glibc leaves out.
#include <malloc.h>
