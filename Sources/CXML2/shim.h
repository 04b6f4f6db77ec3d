// The part of libxml2's interface that XPath needs, declared here because its headers stand in a folder of their own that a module map
// cannot name. All of it has been stable since libxml2 2.6; the library is opened at run time, in the process that works on a query.
#pragma once
#include <dlfcn.h>

struct xml_namespace {
    struct xml_namespace *next;
    int type;
    const unsigned char *href;
    const unsigned char *prefix;
};

/// xmlNode begins with these.
struct xml_node {
    void *application;
    int type;
    const unsigned char *name;
};

enum {
    XML_KIND_ATTRIBUTE = 2, XML_KIND_TEXT = 3, XML_KIND_CDATA = 4, XML_KIND_DOCUMENT = 9, XML_KIND_HTML_DOCUMENT = 13, XML_KIND_NAMESPACE = 18
};

struct xml_node_set {
    int count;
    int capacity;
    struct xml_node **nodes;
};

/// xmlXPathObject begins with these.
struct xml_xpath_object {
    int type;
    struct xml_node_set *nodes;
    int boolean;
    double number;
    unsigned char *string;
};

/// XML_XPATH_UNDEF_PREFIX_ERROR, a code of xmlError.
enum { XML_UNDEFINED_PREFIX = 1219 };

enum { XML_XPATH_NODESET = 1, XML_XPATH_BOOLEAN = 2, XML_XPATH_NUMBER = 3, XML_XPATH_STRING = 4 };

/// xmlError.
struct xml_error {
    int domain;
    int code;
    char *message;
    int level;
    char *file;
    int line;
    char *string1, *string2, *string3;
    int place;
    int column;
    void *context;
    void *node;
};

/// The functions of an opened libxml2.
struct xml_library {
    void *(*read_memory)(const char *bytes, int count, const char *url, const char *encoding, int options);
    void *(*html_read_memory)(const char *bytes, int count, const char *url, const char *encoding, int options);
    struct xml_node *(*root)(void *document);
    struct xml_namespace **(*namespaces)(void *document, struct xml_node *node);
    void *(*xpath_context)(void *document);
    int (*xpath_register)(void *context, const unsigned char *prefix, const unsigned char *uri);
    struct xml_xpath_object *(*xpath_evaluate)(const unsigned char *expression, void *context);
    unsigned char *(*xpath_text)(struct xml_xpath_object *object);
    unsigned char *(*node_text)(struct xml_node *node);
    void *(*buffer)(void);
    const unsigned char *(*buffer_content)(void *buffer);
    int (*buffer_length)(void *buffer);
    void (*buffer_empty)(void *buffer);
    int (*dump)(void *buffer, void *document, struct xml_node *node, int level, int format);
    const struct xml_error *(*last_error)(void);
    void (*set_error_function)(void *context, void (*function)(void *, const struct xml_error *));
};

/// Opens the shared library at `path` and fills in the table. Gives NULL, or what is missing in the loader's words.
static inline const char *xml_open(struct xml_library *library, const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define XML_LOAD(field, symbol) \
    library->field = (__typeof__(library->field))dlsym(handle, #symbol); \
    if (!library->field) return dlerror();
    XML_LOAD(read_memory, xmlReadMemory)
    XML_LOAD(html_read_memory, htmlReadMemory)
    XML_LOAD(root, xmlDocGetRootElement)
    XML_LOAD(namespaces, xmlGetNsList)
    XML_LOAD(xpath_context, xmlXPathNewContext)
    XML_LOAD(xpath_register, xmlXPathRegisterNs)
    XML_LOAD(xpath_evaluate, xmlXPathEvalExpression)
    XML_LOAD(xpath_text, xmlXPathCastToString)
    XML_LOAD(node_text, xmlNodeGetContent)
    XML_LOAD(buffer, xmlBufferCreate)
    XML_LOAD(buffer_content, xmlBufferContent)
    XML_LOAD(buffer_length, xmlBufferLength)
    XML_LOAD(buffer_empty, xmlBufferEmpty)
    XML_LOAD(dump, xmlNodeDump)
    XML_LOAD(last_error, xmlGetLastError)
    XML_LOAD(set_error_function, xmlSetStructuredErrorFunc)
#undef XML_LOAD
    return 0;
}
