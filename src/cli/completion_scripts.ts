/** What may follow some words of a command. */
export interface Completed {
  /** Words below `balcao`, joined by blanks. */
  path: string;
  /** The commands that go on from here. */
  commands: string[];
  options: string[];
  /** Its first argument is a company. */
  takesCompany: boolean;
}

export const SHELLS = ["bash", "zsh", "fish"] as const;

export function completionFor(shell: typeof SHELLS[number], completed: Completed[]): string {
  return { bash, zsh, fish }[shell](completed);
}

function cases(completed: Completed[]): string {
  return completed.map(({ path, commands, options, takesCompany }) =>
    `    "${path}") commands="${commands.join(" ")}" options="${options.join(" ")}" company=${takesCompany ? 1 : ""} ;;`
  ).join("\n");
}

/** Words that are commands and go together make the path, the others that are no options are arguments. */
function paths(completed: Completed[]): string {
  return completed.map(({ path }) => path).filter(Boolean).map((path) => `"${path}"`).join("|");
}

function bash(completed: Completed[]): string {
  return `# balcao completion bash: put it into /etc/bash_completion.d, or source it
_balcao() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local so_far="" placed=0 data=() commands options company word i IFS=$'\\n'
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      --data) data=(--data "\${COMP_WORDS[i+1]}"); i=$((i + 1)); continue ;;
      -*) continue ;;
    esac
    case "\${so_far:+$so_far }$word" in
      ${paths(completed)}) so_far="\${so_far:+$so_far }$word" ;;
      *) placed=$((placed + 1)) ;;
    esac
  done
  case $so_far in
${cases(completed)}
  esac
  COMPREPLY=()
  if [ "$prev" = --data ]; then
    COMPREPLY=($(compgen -d -- "$cur"))
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "\${options// /$IFS}" -- "$cur"))
  elif [ $placed -gt 0 ]; then
    return
  elif [ -n "$company" ]; then
    for word in $(balcao company list "\${data[@]}" 2>/dev/null </dev/null | cut -f2); do
      [[ $word == "$cur"* || $(printf %q "$word") == "$cur"* ]] && COMPREPLY+=("$(printf %q "$word")")
    done
  else
    COMPREPLY=($(compgen -W "\${commands// /$IFS}" -- "$cur"))
  fi
}
complete -F _balcao balcao`;
}

function zsh(completed: Completed[]): string {
  return `#compdef balcao
# balcao completion zsh: put it into a folder of $fpath as _balcao
_balcao() {
  local so_far="" placed=0 commands options company word i
  local -a data companies
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    case $word in
      --data) data=(--data "\${(Q)words[i+1]}"); i=$((i + 1)); continue ;;
      -*) continue ;;
    esac
    case "\${so_far:+$so_far }$word" in
      ${paths(completed)}) so_far="\${so_far:+$so_far }$word" ;;
      *) placed=$((placed + 1)) ;;
    esac
  done
  case $so_far in
${cases(completed)}
  esac
  if [[ \${words[CURRENT-1]} == --data ]]; then
    _files -/
  elif [[ \${words[CURRENT]} == -* ]]; then
    compadd -- \${=options}
  elif ((placed > 0)); then
    return 1
  elif [[ -n $company ]]; then
    companies=(\${(f)"$(balcao company list $data 2>/dev/null </dev/null | cut -f2)"})
    compadd -a companies
  else
    compadd -- \${=commands}
  fi
}
if [[ \${funcstack[1]} == _balcao ]]; then _balcao "$@"; else compdef _balcao balcao; fi`;
}

function fish(completed: Completed[]): string {
  return `# balcao completion fish: put it into ~/.config/fish/completions/balcao.fish
function __balcao_completed
  set -l path ""
  set -l placed 0
  set -l data
  set -l cur (commandline -ct)
  set -l words (commandline -opc)
  set -l i 2
  while test $i -le (count $words)
    set -l word $words[$i]
    set i (math $i + 1)
    if test "$word" = --data
      set data --data $words[$i]
      set i (math $i + 1)
      continue
    end
    string match -q -- '-*' $word; and continue
    switch (string trim "$path $word")
      case ${paths(completed).replaceAll("|", " ")}
        set path (string trim "$path $word")
      case '*'
        set placed (math $placed + 1)
    end
  end
  set -l commands
  set -l options
  set -l company
  switch $path
${
    completed.map(({ path, commands, options, takesCompany }) =>
      `    case "${path}"\n      set commands ${commands.join(" ")}; set options ${options.join(" ")}${
        takesCompany ? "; set company 1" : ""
      }`
    ).join("\n")
  }
  end
  if test "$words[-1]" = --data
    __fish_complete_directories $cur
  else if string match -q -- '-*' "$cur"
    printf '%s\\n' $options
  else if test $placed -gt 0
    return
  else if test -n "$company"
    balcao company list $data 2>/dev/null </dev/null | cut -f2
  else
    printf '%s\\n' $commands
  end
end
complete -c balcao -f -a '(__balcao_completed)'`;
}
