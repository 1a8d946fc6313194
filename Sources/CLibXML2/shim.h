// Debian's libxml2 is built with ICU, whose C types clash with those of Foundation's own ICU ("'UErrorCode' has
// different definitions in different modules") where a test imports both. Only private fields need them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
#include <libxml/xmlwriter.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
