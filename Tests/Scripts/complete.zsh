#!/bin/zsh -f
# complete.zsh FOLDER LINE: what zsh offers to complete LINE with, one a line; the completion file _rubi is in FOLDER.
# A shell in a terminal of its own gets the line and a tabulator; what its completion would add is printed instead.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=(${(q)1} \$fpath); source ${0:h}/complete-inner.zsh"
while zpty -r shell line; do [[ $line == *ready* ]] && break; done
zpty -w shell "$2"$'\t'
integer inside=0
while zpty -r shell line; do
    for part in ${(f)line}; do
        part=${part%$'\r'}
        if [[ $part == *BEGIN-COMPLETION ]]; then inside=1
        elif [[ $part == *END-COMPLETION* ]]; then zpty -d shell; exit 0
        elif ((inside)); then print -r -- $part; fi
    done
done
