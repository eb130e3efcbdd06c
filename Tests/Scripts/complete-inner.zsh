# Read by the shell that complete.zsh starts.
PROMPT=
autoload -U compinit
compinit -D -u
bindkey '^M' undefined
bindkey '^J' undefined
bindkey '^I' complete-word
begin-list() { print -r -- BEGIN-COMPLETION }
end-list() { print -r -- END-COMPLETION; exit }
compprefuncs=(begin-list)
comppostfuncs=(end-list)
compadd() {
    # Asked to fill an array, it offers nothing yet.
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a hits
    builtin compadd -A hits "$@"
    ((${#hits})) && print -rl -- $hits
}
print ready
