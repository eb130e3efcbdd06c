import Rubi

/// Completion files for bash, zsh and fish.
enum Completions {
    private static let names = Command.allCases.map(\.rawValue).joined(separator: " ")

    /// For bash; to be read by `source`, or put in bash-completion's folder as `rubi`.
    static func bash() -> String {
        var out = """
            # Completion of rubi for bash; printed by rubi help bash.
            _rubi() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=typeset word
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case $word in
                        -*) ;;
                        \(Command.allCases.map(\.rawValue).joined(separator: "|"))) command=$word; break ;;
                        *) break ;;
                    esac
                done
                if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
                COMPREPLY=()
                case $command,$previous in

            """
        for option in optionTable {
            for (pattern, action) in bashCases(option) { out += "        \(pattern)) \(action); return ;;\n" }
        }
        out += "    esac\n    if [[ $current == -* ]]; then\n        case $command in\n"
        for command in Command.allCases {
            out += "            \(command.rawValue)) mapfile -t COMPREPLY < <(compgen -W '\(longForms(command))' -- \"$current\") ;;\n"
        }
        out += """
                    esac
                    return
                fi
                case $command in
                    fonts) mapfile -t COMPREPLY < <(compgen -W "$(fc-list :lang=ja --format '%{family[0]}\\n' 2>/dev/null | tr ' ' '_')" -- "$current"); COMPREPLY=("${COMPREPLY[@]//_/ }") ;;
                    schema) mapfile -t COMPREPLY < <(compgen -W '\(schemas)' -- "$current") ;;
                    help) mapfile -t COMPREPLY < <(compgen -W '\(names) \(topics)' -- "$current") ;;
                    *)
                        compopt -o filenames 2>/dev/null
                        mapfile -t COMPREPLY < <(compgen -f -- "$current")
                        if ((COMP_CWORD == 1)); then mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W '\(names)' -- "$current"); fi
                        ;;
                esac
            }
            complete -F _rubi rubi

            """
        return out
    }

    static let helpTopics = ["man", "options", "bash", "zsh", "fish"]
    private static let topics = helpTopics.joined(separator: " ")
    private static let schemas = Schema.names.joined(separator: " ")

    private static func longForms(_ command: Command) -> String {
        optionTable.filter { $0.belongs(to: command) }.map(\.longForm).joined(separator: " ")
    }

    private static func bashCases(_ option: OptionSpec) -> [(String, String)] {
        let pattern = "*,\(option.longForm)" + (option.short.map { "|*,-\($0)" } ?? "")
        func words(_ list: [String]) -> String { "mapfile -t COMPREPLY < <(compgen -W '\(list.joined(separator: " "))' -- \"$current\")" }
        switch option.value {
        case .flag: return []
        case .choice(let list): return [(pattern, words(list))]
        case .choiceByCommand(let table): return table.map { ("\($0.command.rawValue),\(option.longForm)", words($0.words)) }
        case .free(_, let kind, default: _):
            switch kind {
            case .file: return [(pattern, "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")")]
            case .folder: return [(pattern, "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")")]
            case .font:
                return [
                    (
                        pattern,
                        "local IFS=$'\\n'; mapfile -t COMPREPLY < <(compgen -W \"$(fc-list :lang=ja --format '%{family[0]}\\n' 2>/dev/null | sort -u)\" -- \"$current\"); mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$current\"); compopt -o filenames 2>/dev/null"
                    )
                ]
            case .words(let list): return [(pattern, words(list))]
            case .number, .length, .text, .color: return [(pattern, ":")]
            }
        }
    }

    /// For zsh; to be put in a folder of `$fpath` as `_rubi`.
    static func zsh() -> String {
        var out = """
            #compdef rubi
            # Completion of rubi for zsh; printed by rubi help zsh.
            _rubi_fonts() {
                local -a families
                families=(${(fu)"$(fc-list :lang=ja --format '%{family[0]}\\n' 2>/dev/null)"})
                _alternative 'families:font:compadd -a families' 'files:font file:_files'
            }
            _rubi() {
                local command=typeset
                local -a commands options
                commands=(

            """
        for command in Command.allCases { out += "        '\(command.rawValue):\(quoted(command.summary))'\n" }
        out += """
                )
                local word
                for word in ${words[2,CURRENT-1]}; do
                    case $word in
                        -*) ;;
                        \(Command.allCases.map(\.rawValue).joined(separator: "|"))) command=$word; break ;;
                        *) break ;;
                    esac
                done
                case $command in

            """
        for command in Command.allCases {
            out += "        \(command.rawValue))\n            options=(\n"
            for option in optionTable where option.belongs(to: command) { out += zshSpec(option, command) }
            out += "            )\n            ;;\n"
        }
        out += """
                esac
                case $command in
                    fonts) options+=('*:font:_rubi_fonts') ;;
                    schema) options+=('*:name:(\(schemas))') ;;
                    help) options+=('*:topic:(\(names) \(topics))') ;;
                    *) options+=('*:manuscript:_files') ;;
                esac
                if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
                    _describe -t commands subcommand commands
                    _files
                    return
                fi
                _arguments -S $options
            }
            if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _rubi "$@"; else compdef _rubi rubi; fi

            """
        return out
    }

    private static func zshSpec(_ option: OptionSpec, _ command: Command) -> String {
        let star = option.repeats ? "*" : ""
        let help = "[\(quoted(option.summary))]"
        var action = ""
        if let placeholder = option.placeholder { action = ":\(placeholder.lowercased()):\(zshAction(option, command))" }
        let equals = option.takesValue ? "=" : ""
        var out = "                '\(star)\(option.longForm)\(equals)\(help)\(action)'\n"
        if let short = option.short { out += "                '\(star)-\(short)\(option.takesValue ? "+" : "")\(help)\(action)'\n" }
        return out
    }

    private static func zshAction(_ option: OptionSpec, _ command: Command) -> String {
        if let words = option.words(for: command) { return "(\(words.joined(separator: " ")))" }
        guard case .free(_, let kind, default: _) = option.value else { return "" }
        return switch kind {
        case .file: "_files"
        case .folder: "_files -/"
        case .font: "_rubi_fonts"
        case .words(let list): "(\(list.joined(separator: " ")))"
        case .number, .length, .text, .color: " "
        }
    }

    private static func quoted(_ text: String) -> String {
        text.replacing("'", with: "'\\''").replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
    }

    /// For fish; to be put in its folder of completions as `rubi.fish`.
    static func fish() -> String {
        var out = """
            # Completion of rubi for fish; printed by rubi help fish.
            function __rubi_command
                for word in (commandline -opc)[2..-1]
                    switch $word
                        case '-*'
                        case \(names)
                            echo $word
                            return
                        case '*'
                            break
                    end
                end
                echo typeset
            end
            function __rubi_is
                contains (__rubi_command) $argv
            end
            function __rubi_fonts
                fc-list :lang=ja --format '%{family[0]}\\n' 2>/dev/null | sort -u
            end

            """
        for command in Command.allCases {
            out += "complete -c rubi -n __fish_is_first_token -a \(command.rawValue) -d '\(fishQuoted(command.summary))'\n"
        }
        for option in optionTable {
            let owners = Command.allCases.filter { option.commands.contains($0) }.map(\.rawValue).joined(separator: " ")
            let start = "complete -c rubi -l \(option.name.rawValue)" + (option.short.map { " -s \($0)" } ?? "")
            let end = " -d '\(fishQuoted(option.summary))'\n"
            if case .choiceByCommand(let table) = option.value {
                for row in table {
                    out += "\(start) -n '__rubi_is \(row.command.rawValue)' -xa '\(row.words.joined(separator: " "))'\(end)"
                }
            } else {
                out += "\(start) -n '__rubi_is \(owners)'\(fishAction(option))\(end)"
            }
        }
        out += "complete -c rubi -n '__rubi_is fonts' -fa '(__rubi_fonts)'\n"
        out += "complete -c rubi -n '__rubi_is schema' -fa '\(schemas)'\n"
        return out + "complete -c rubi -n '__rubi_is help' -fa '\(names) \(topics)'\n"
    }

    private static func fishAction(_ option: OptionSpec) -> String {
        if case .choice(let words) = option.value { return " -xa '\(words.joined(separator: " "))'" }
        guard case .free(_, let kind, default: _) = option.value else { return "" }
        return switch kind {
        case .file: " -rF"
        case .folder: " -xa '(__fish_complete_directories)'"
        case .font: " -ra '(__rubi_fonts)'"
        case .words(let list): " -xa '\(list.joined(separator: " "))'"
        case .number, .length, .text, .color: " -x"
        }
    }

    private static func fishQuoted(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") }
}
