import { Argument, Command } from 'commander';
import type { Io } from '../io.js';
import { resourceNames } from '../resources.js';

/** Scripts that ask `kerf __complete` for the words that may follow. */
const scripts = {
  bash: `_kerf() {
  COMPREPLY=($(compgen -W "$(kerf __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kerf kerf
`,
  zsh: `#compdef kerf
_kerf() {
  local -a words_
  words_=(\${(f)"$(kerf __complete -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"})
  compadd -a words_
}
compdef _kerf kerf
`,
  fish: `complete -c kerf -f -a '(kerf __complete -- (commandline -opc)[2..-1] 2>/dev/null)'
complete -c kerf -l filename -s f -r -F
`,
} as const;

/** `kerf completion`: prints the script for a shell. */
export function completionCommand(io: Io): Command {
  return new Command('completion')
    .description('Print the completion script of a shell, e.g. source <(kerf completion bash)')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .action((shell: keyof typeof scripts) => io.out(scripts[shell]));
}

/** `kerf __complete`, which the scripts call: one word per line. */
export function completeCommand(io: Io, root: () => Command): Command {
  return new Command('__complete')
    .argument('[words...]', 'words before the cursor, without the name of the program')
    .action((words: readonly string[]) => {
      io.out(
        wordsAfter(root(), words)
          .map((word) => `${word}\n`)
          .join(''),
      );
    });
}

/** Returns the words that may follow. */
function wordsAfter(root: Command, words: readonly string[]): readonly string[] {
  let command = root;
  let isInside = true;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    isInside = isInside && next !== undefined;
    if (isInside && next !== undefined) command = next;
  }
  const last = words.at(-1);
  const option = command.options.find(({ short, long }) => last === short || last === long);
  if (option !== undefined && (option.required || option.optional)) {
    return option.argChoices ?? [];
  }
  const options = command.options.flatMap(({ long }) => long ?? []);
  const depth = depthOf(command);
  const isFirstArgument = words.slice(depth).every((word) => word.startsWith('-'));
  return [...(isFirstArgument ? argumentsOf(command) : []), ...options];
}

function argumentsOf(command: Command): readonly string[] {
  const [first] = command.registeredArguments;
  const named = command.commands.map((each) => each.name()).filter((name) => name[0] !== '_');
  const choices = first?.argChoices ?? [];
  return [...named, ...choices, ...(first?.name() === 'resource' ? resourceNames : [])];
}

const depthOf = (command: Command): number =>
  command.parent === null ? 0 : 1 + depthOf(command.parent);
