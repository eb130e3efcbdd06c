#include "CLanguage.h"
