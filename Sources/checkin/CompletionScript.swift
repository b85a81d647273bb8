import ArgumentParser
import CheckInJournal

/// The scripts with which shells complete the command, as the parser generates them, with what it doesn't know.
///
/// - Exercise types are commands, too, as in `checkin run`; what follows a type is completed as after `add`.
/// - Case makes no difference. Fish ignores it already.
/// - Words from a journal are no code: Bash's `compgen -W` would expand `$(…)` in the name of an exercise.
enum CompletionScript {
  /// Returns the shell that a script of the parser is for; `nil` for other texts.
  static func shell(of text: String) -> CompletionShell? {
    [("#!/bin/bash\n", CompletionShell.bash), ("#compdef ", .zsh), ("function __checkin_", .fish)]
      .first { text.hasPrefix($0.0) }?.1
  }

  /// Returns the script for a shell.
  static func text(for shell: CompletionShell) -> String {
    let lines = CompletionRoot.completionScript(for: shell).split(separator: "\n", omittingEmptySubsequences: false)
    let script = lines.map(String.init)
    let completed =
      switch shell {
      case .bash: bash(script)
      case .zsh: zsh(script)
      default: fish(script)
      }
    return completed.joined(separator: "\n")
  }

  private static let types = ExerciseType.selectable.map { $0.name.lowercased() }.filter { !$0.contains(" ") }

  /// The pattern of a type in any case, for `case`: `[rR][uU][nN]|…`.
  private static let pattern = types.map { type in
    type.map { "[\($0)\($0.uppercased())]" }.joined()
  }.joined(separator: "|")

  /// Returns a script with lines before the branch of the commands' names, which comes first at the root.
  private static func inserting(_ branch: [String], in script: [String]) -> [String] {
    guard let index = script.firstIndex(where: { $0.contains("add|edit|") && $0.hasSuffix(")") }) else { return script }
    let indentation = script[index].prefix { $0 == " " }
    return Array(script[..<index]) + branch.map { "\(indentation)\($0)" } + Array(script[index...])
  }

  // MARK: Bash

  private static func bash(_ script: [String]) -> [String] {
    let branch = [
      "\(pattern))", #"    unparsed_words=("${subcommand}" "${unparsed_words[@]}")"#, "    _checkin_add", "    ;;",
    ]
    return inserting(branch, in: script).flatMap { line -> [String] in
      if line == "_checkin() {" { return matching + [line] }
      let line = line.replacing("-W 'add edit ", with: "-W '\(types.joined(separator: " ")) add edit ")
      if let match = line.wholeMatch(of: /( *)done < <\(IFS=\$'\\n' (compgen "\$\{@\}" -- "\$\{cur\}")\)/) {
        let ofWords = #"if [[ "${1}" = -W ]]; then __checkin_matching "${2}""#
        return [
          "\(match.1)done < <(\(ofWords); else IFS=$'\\n' \(match.2); fi)",
          "\(match.1)[[ \"${1}\" = -W ]] && __checkin_no_directory",
        ]
      }
      if let match = line.wholeMatch(of: /( *COMPREPLY\+=\(\$\()(compgen -W .*) -- "\$\{cur\}"\)\)/) {
        return ["\(match.1)__checkin_matching \"$(\(match.2))\"))"]
      }
      return [line]
    }
  }

  private static let matching = #"""
    # Prints the lines that start with the current word, in any case. Quotes of the word are left aside.
    __checkin_matching() {
        local -r typed="${cur//[\\\"\']/}"
        local line
        shopt -s nocasematch
        while IFS='' read -r line; do
            [[ -n "${line}" && "${line}" = "${typed}"* ]] && printf '%s\n' "${line}"
        done <<<"${1}"
    }

    # Bash appends a slash to a word that is also the name of a directory here. Other words stay escaped as file names.
    __checkin_no_directory() {
        if [[ "${#COMPREPLY[@]}" -eq 1 && -d "${COMPREPLY[0]}" && "${COMPREPLY[0]}" != *[^[:alnum:]_-]* ]]; then
            compopt +o filenames
        fi
    }

    """#.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  // MARK: Zsh

  private static func zsh(_ script: [String]) -> [String] {
    let branch = [
      "\(pattern))", #"    words=(add "${words[@]}")"#, "    ((CURRENT++))", "    _checkin_add && ret=0", "    ;;",
    ]
    return inserting(branch, in: script).flatMap { line -> [String] in
      if line.hasPrefix(#"if [[ "${funcstack[1]}" = _checkin ]]"#) {
        return [
          "zstyle ':completion:*:*:checkin:*' matcher 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'", "", line,
        ]
      }
      let content = line.drop { $0 == " " }
      if content == "'add:\(AddCommand.configuration.abstract)'" {
        return [line] + types.map { line.replacing("'add:", with: "'\($0):") }
      }
      // Without an action, an argument would be the only completion, and options after it none.
      let isArgument = content.hasPrefix("':") || content.hasPrefix("'*:")
      return [isArgument && content.hasSuffix(":'") ? "\(line.dropLast())()'" : line]
    }
  }

  // MARK: Fish

  private static func fish(_ script: [String]) -> [String] {
    script.flatMap { line -> [String] in
      if line == "    set -l unparsed_tokens (__checkin_tokens -pc)" {
        return [
          line,
          "    contains -- (string lower -- \"$unparsed_tokens[2]\") \(types.joined(separator: " "))"
            + "; and set unparsed_tokens $unparsed_tokens[1] add $unparsed_tokens[2..]",
        ]
      }
      let add = " -fa 'add' "
      guard line.contains(#"positional "checkin" -eq 1'"# + add) else { return [line] }
      return [line] + types.map { line.replacing(add, with: " -fa '\($0)' ") }
    }
  }
}

/// The root of the command for completions, with the options that every command has: they can come before a command.
///
/// The parser itself gets them after the command's name; see ``ArgumentOrder``.
struct CompletionRoot: ParsableCommand {
  static let configuration = CheckInCommand.configuration

  /// The first word of the calls by which scripts ask for words.
  static let request = "---completion"

  @OptionGroup var global: GlobalOptions
}
