#include "COutput.h"
