// Only names the libraries, so that pkg-config's search paths reach CShaping and those that import it.
