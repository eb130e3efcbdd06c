#include "CLanguage.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

// The library's name carries its interface's version.
static const char library_name[] = "libmecab.so.2";

// What is called of it; `load` fills in the addresses.
static struct {
    __typeof__(mecab_model_new) *model_new;
    __typeof__(mecab_model_destroy) *model_destroy;
    __typeof__(mecab_model_new_tagger) *model_new_tagger;
    __typeof__(mecab_model_new_lattice) *model_new_lattice;
    __typeof__(mecab_model_dictionary_info) *model_dictionary_info;
    __typeof__(mecab_destroy) *destroy;
    __typeof__(mecab_strerror) *strerror;
    __typeof__(mecab_parse_lattice) *parse_lattice;
    __typeof__(mecab_lattice_destroy) *lattice_destroy;
    __typeof__(mecab_lattice_clear) *lattice_clear;
    __typeof__(mecab_lattice_set_sentence2) *lattice_set_sentence;
    __typeof__(mecab_lattice_set_request_type) *lattice_set_request_type;
    __typeof__(mecab_lattice_set_theta) *lattice_set_theta;
    __typeof__(mecab_lattice_get_bos_node) *lattice_first;
    __typeof__(mecab_lattice_get_begin_nodes) *lattice_words_at;
} call;

struct RubiMecab {
    mecab_model_t *model;
};

struct RubiAnalyzer {
    mecab_t *tagger;
    mecab_lattice_t *lattice;
};

// Idempotent: threads that load at the same time write the same addresses.
static const char *load(void) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
    const struct {
        const char *name;
        void *place;
    } wanted[] = {
        {"mecab_model_new", &call.model_new},
        {"mecab_model_destroy", &call.model_destroy},
        {"mecab_model_new_tagger", &call.model_new_tagger},
        {"mecab_model_new_lattice", &call.model_new_lattice},
        {"mecab_model_dictionary_info", &call.model_dictionary_info},
        {"mecab_destroy", &call.destroy},
        {"mecab_strerror", &call.strerror},
        {"mecab_parse_lattice", &call.parse_lattice},
        {"mecab_lattice_destroy", &call.lattice_destroy},
        {"mecab_lattice_clear", &call.lattice_clear},
        {"mecab_lattice_set_sentence2", &call.lattice_set_sentence},
        {"mecab_lattice_set_request_type", &call.lattice_set_request_type},
        {"mecab_lattice_set_theta", &call.lattice_set_theta},
        {"mecab_lattice_get_bos_node", &call.lattice_first},
        {"mecab_lattice_get_begin_nodes", &call.lattice_words_at},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *address = dlsym(library, wanted[i].name);
        if (address == NULL) return dlerror();
        *(void **)wanted[i].place = address;
    }
    return NULL;
}

const char *rubi_mecab_version(void) {
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return NULL;
    const char *(*version)(void);
    *(void **)&version = dlsym(library, "mecab_version");
    return version == NULL ? NULL : version();
}

RubiMecab *rubi_mecab_open(int count, char *const *options, char *error, size_t capacity) {
    const char *failure = load();
    if (failure != NULL) {
        snprintf(error, capacity, "%s", failure);
        return NULL;
    }
    mecab_model_t *model = call.model_new(count, (char **)options);
    RubiMecab *mecab = model == NULL ? NULL : malloc(sizeof *mecab);
    if (mecab == NULL) {
        snprintf(error, capacity, "%s", call.strerror(NULL));
        return NULL;
    }
    mecab->model = model;
    return mecab;
}

void rubi_mecab_close(RubiMecab *mecab) {
    call.model_destroy(mecab->model);
    free(mecab);
}

const mecab_dictionary_info_t *rubi_mecab_dictionaries(const RubiMecab *mecab) { return call.model_dictionary_info(mecab->model); }

RubiAnalyzer *rubi_analyzer_new(RubiMecab *mecab) {
    RubiAnalyzer *analyzer = malloc(sizeof *analyzer);
    if (analyzer == NULL) return NULL;
    analyzer->tagger = call.model_new_tagger(mecab->model);
    analyzer->lattice = call.model_new_lattice(mecab->model);
    if (analyzer->tagger != NULL && analyzer->lattice != NULL) return analyzer;
    rubi_analyzer_free(analyzer);
    return NULL;
}

void rubi_analyzer_free(RubiAnalyzer *analyzer) {
    if (analyzer->lattice != NULL) call.lattice_destroy(analyzer->lattice);
    if (analyzer->tagger != NULL) call.destroy(analyzer->tagger);
    free(analyzer);
}

const mecab_node_t *rubi_analyze(RubiAnalyzer *analyzer, const char *sentence, size_t length, int cost_factor) {
    mecab_lattice_t *lattice = analyzer->lattice;
    call.lattice_clear(lattice);
    call.lattice_set_request_type(lattice, cost_factor > 0 ? MECAB_ONE_BEST | MECAB_MARGINAL_PROB : MECAB_ONE_BEST);
    call.lattice_set_sentence(lattice, sentence, length);
    // A new sentence sets it back.
    if (cost_factor > 0) call.lattice_set_theta(lattice, 1.0 / cost_factor);
    if (!call.parse_lattice(analyzer->tagger, lattice)) return NULL;
    return call.lattice_first(lattice);
}

const mecab_node_t *rubi_analyzer_words_at(RubiAnalyzer *analyzer, size_t position) {
    return call.lattice_words_at(analyzer->lattice, position);
}
