#!/bin/bash
# complete.bash FILE LINE: what bash offers to complete LINE with, one a line; FILE is the completion. Words are divided as bash divides them at blanks.
# shellcheck source=/dev/null
source "$1"
IFS=' ' read -r -a COMP_WORDS <<<"$2"
[[ $2 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
COMP_LINE=$2
COMP_POINT=${#2}
export COMP_LINE COMP_POINT
# The function that `complete` names.
function=$(complete -p rubi | sed 's/.*-F \([^ ]*\).*/\1/')
"$function" rubi "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
