import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../apps/api/src/run-command.ts';
import { createProgram } from '../packages/cli/src/run.ts';

const root = new URL('..', import.meta.url).pathname;
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

const pages = [
  'README.md',
  'deploy/README.md',
  ...globSync('docs/**/*.md', { cwd: root }).toSorted(),
];

type Program = ReturnType<typeof createProgram>;

/** A command as a page has it. */
interface Example {
  readonly page: string;
  /** The line after the name of the program. */
  readonly line: string;
  /** False if a sentence names it, without the arguments that it needs. */
  readonly isComplete: boolean;
}

const show = ({ page, line }: Example): string => `${page}: ${line}`;

/** Returns the words of a command as a shell splits them; a comment, a pipe or a redirection ends it. */
const wordsOf = (line: string): readonly string[] =>
  [...line.replace(/ [#|<>].*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, word]) => double ?? single ?? word ?? '',
  );

const fences = /^( *)```\w*\n([\s\S]*?)^\1```$/gm;

/** Returns the commands of a page that begin with this pattern. */
function examplesOf(page: string, program: RegExp): readonly Example[] {
  const text = read(page);
  const begins = new RegExp(`^(?:.*# +|\\s*)?${program.source} +(.+)$`);
  const blocks = [...text.matchAll(fences)].flatMap(([, , block = '']) => block.split('\n'));
  const spans = [...text.replaceAll(fences, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  );
  const toExamples = (lines: readonly string[], isComplete: boolean): readonly Example[] =>
    lines.flatMap((whole) => {
      const [, line] = begins.exec(whole) ?? [];
      return line === undefined ? [] : [{ page, line, isComplete }];
    });
  return [...toExamples(blocks, true), ...toExamples(spans, false)];
}

const fail = (): never => {
  throw new Error('A command of the documentation is only parsed.');
};

/** Returns the command line whose commands do nothing. */
function inertProgram(): Program {
  const program = createProgram({
    env: {},
    out: () => undefined,
    err: () => undefined,
    readStdin: fail,
    fetch: fail,
    sleep: fail,
    now: () => 0,
    newKey: () => '',
    signal: new AbortController().signal,
  });
  for (const leaf of leavesOf(program)) leaf.action(() => undefined);
  return program;
}

/** A command with arguments of its own does something beside its commands, as `explain`. */
const leavesOf = (command: Program): readonly Program[] => [
  ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [command] : []),
  ...command.commands.flatMap(leavesOf),
];

const nameOf = (command: Program): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** Codes of errors that are allowed in a sentence, which may leave arguments out. */
const missing = ['commander.missingArgument', 'commander.missingMandatoryOptionValue'];

/** Returns why the command line refuses the words, or `null`. */
async function problemOf(
  words: readonly string[],
  { isComplete }: Pick<Example, 'isComplete'>,
): Promise<string | null> {
  try {
    await inertProgram().parseAsync([...words], { from: 'user' });
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return !isComplete && missing.includes(code) ? null : String(error);
  }
}

/** Returns the problems of the examples, each with its page. */
async function problemsOf(
  examples: readonly Example[],
  check: (example: Example) => Promise<string | null>,
): Promise<readonly string[]> {
  const found = await Promise.all(
    examples.map(async (example) => ({ example, problem: await check(example) })),
  );
  return found.flatMap(({ example, problem }) =>
    problem === null ? [] : [`${show(example)}: ${problem}`],
  );
}

describe('commands of kerf in the documentation', () => {
  const examples = pages.flatMap((page) => examplesOf(page, /kerf/));

  it('are found in blocks and in sentences', () => {
    const lines = examples.map(show);
    expect(lines).toContain('docs/cli.md: get decisions --state awaiting-approval');
    expect(lines).toContain('docs/brakes.md: pause --all --reason TEXT');
  });

  it('are accepted by the command line', async () => {
    const check = (example: Example) => problemOf(wordsOf(example.line), example);
    expect(await problemsOf(examples, check)).toEqual([]);
  });

  it('are refused if the command line does not have them', async () => {
    const complete = { isComplete: true };
    expect(await problemOf(['describe', 'node'], complete)).toContain('unknown command');
    expect(await problemOf(['get', 'nodes', '--zone', 'a'], complete)).toContain('unknown option');
    expect(await problemOf(['approve'], complete)).toContain('missing required argument');
    expect(await problemOf(['approve', '--force'], { isComplete: false })).toContain('unknown');
  });
});

describe('the table of docs/cli.md', () => {
  const page = 'docs/cli.md';
  /** Rows of the table of commands: code in the first cell, and in the second one. */
  const rows = read(page)
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim()))
    .filter(([, first = '']) => /^`[a-z]/.test(first))
    .map(([, first = '', second = '']) => ({ usages: codeIn(first), mentions: codeIn(second) }));
  const byName = new Map(leavesOf(inertProgram()).map((leaf) => [nameOf(leaf), leaf]));

  function codeIn(cell: string): readonly string[] {
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  }

  /** Returns the command lines of a usage: each alternative, with and without what is optional. */
  function linesOf(usage: string): readonly string[] {
    const [, option] = /(\[[^\]]+\])/.exec(usage) ?? [];
    if (option !== undefined) {
      return [usage.replace(option, ''), usage.replace(option, option.slice(1, -1))].flatMap(
        linesOf,
      );
    }
    const [choice] = /[a-z]+(?:\|[a-z]+)+/.exec(usage) ?? [];
    return choice === undefined
      ? [usage]
      : choice.split('|').flatMap((one) => linesOf(usage.replace(choice, one)));
  }

  /** Returns the commands of a row. */
  const commandsOf = (usages: readonly string[]): readonly Program[] =>
    usages.flatMap(linesOf).flatMap((line) => {
      const [first = '', second = ''] = wordsOf(line);
      return byName.get(`${first} ${second}`) ?? byName.get(first) ?? [];
    });

  const has = (command: Program, flag: string): boolean =>
    command.options.some(({ short, long }) => flag === short || flag === long);

  it('has each command', () => {
    const listed = new Set(rows.flatMap(({ usages }) => commandsOf(usages)).map(nameOf));
    const expected = [...byName.keys()].filter((name) => !name.startsWith('_'));
    expect([...listed].sort()).toEqual(expected.sort());
  });

  it('has usages that the command line accepts', async () => {
    const examples = rows
      .flatMap(({ usages }) => usages)
      .flatMap(linesOf)
      .map((line) => ({ page, line, isComplete: false }));
    const check = (example: Example) => problemOf(wordsOf(example.line), example);
    expect(await problemsOf(examples, check)).toEqual([]);
  });

  it('names only options that the commands of the row have', () => {
    const unknown = rows.flatMap(({ usages, mentions }) => {
      const commands = commandsOf(usages);
      const flags = mentions
        .filter((code) => !code.startsWith('kerf '))
        .flatMap(wordsOf)
        .filter((word) => /^--?[a-z]/.test(word));
      return flags.filter((flag) => !commands.some((command) => has(command, flag)));
    });
    expect(unknown).toEqual([]);
  });

  it('is followed by options that `get` has', () => {
    const [, after = ''] = /^`get` filters by ([\s\S]*?)\n\n/m.exec(read(page)) ?? [];
    const get = byName.get('get');
    const flags = codeIn(after).filter((code) => code.startsWith('-'));
    expect(flags.length).toBeGreaterThan(5);
    expect(flags.filter((flag) => get === undefined || !has(get, flag))).toEqual([]);
  });
});

describe('commands of the operator in the documentation', () => {
  const program =
    /(?:docker compose exec (?:-T )?api )?(?:node apps\/api\/dist\/cli\.js|npm run -s admin --)/;
  const examples = pages.flatMap((page) => examplesOf(page, program));

  class Accepted extends Error {}
  const accept = (): never => {
    throw new Accepted();
  };
  /** Ends a command when it reads. */
  function* input() {
    yield accept();
  }

  /** Runs a command until it reads its configuration or its input. */
  async function refusalOf(words: readonly string[]): Promise<string | null> {
    try {
      await runCommand(words, { readEnv: accept, stdin: Readable.from(input()) });
      return null;
    } catch (error) {
      return error instanceof Accepted ? null : String(error);
    }
  }

  /** Returns the options of each command by its usage: all, and those that it requires. */
  async function usages() {
    const usage = await runCommand(['unknown'], { readEnv: fail, stdin: Readable.from([]) }).catch(
      (error: AppError) => error.message,
    );
    return new Map(
      [...usage.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?)(.*)$/gm)].map(
        ([, name = '', options = '']) => {
          const flags = (text: string): readonly string[] => text.match(/--[a-z-]+/g) ?? [];
          return [
            name,
            { all: flags(options), required: flags(options.replaceAll(/\[[^\]]*\]/g, '')) },
          ];
        },
      ),
    );
  }

  async function problemOfOperator({ line }: Example): Promise<string | null> {
    const words = wordsOf(line);
    const known = await usages();
    const [first = '', second = ''] = words;
    const usage = known.get(`${first} ${second}`) ?? known.get(first);
    if (usage === undefined) return 'unknown command';
    const given = words.filter((word) => word.startsWith('--'));
    const foreign = given.filter((flag) => !usage.all.includes(flag));
    const absent = usage.required.filter((flag) => !given.includes(flag));
    if (foreign.length + absent.length > 0)
      return `unknown: ${foreign.join()}; missing: ${absent.join()}`;
    return refusalOf(words);
  }

  it('are found', () => {
    const lines = examples.map(({ line }) => line);
    expect(lines).toContain('sign-in-link --user admin --create');
    expect(lines.some((line) => line.startsWith('create-token'))).toBe(true);
    expect(lines.some((line) => line.startsWith('convert'))).toBe(true);
  });

  it('are accepted, with all options that they require', async () => {
    expect(await problemsOf(examples, problemOfOperator)).toEqual([]);
  });

  it('create a token that may register a cluster in the guide to connect one', () => {
    const guide = examples.filter(
      ({ page, line }) => page === 'deploy/README.md' && line.startsWith('create-token'),
    );
    const roles = guide.map(({ line }) => wordsOf(line)[wordsOf(line).indexOf('--role') + 1]);
    const table = read('docs/access-table.md')
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()));
    const header = table.find(([, first]) => first === 'Request') ?? [];
    const row = table.find(([, first]) => first === '`POST /api/v1/clusters`') ?? [];
    expect(roles.map((role) => row[header.indexOf(role ?? '')])).toEqual(['yes']);
  });
});
