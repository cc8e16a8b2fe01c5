import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A TypeScript file of the repository. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Reads the TypeScript files that Git tracks or would add, without type declarations. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => /\.m?tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Prints the problems and the advice, and makes the process fail if there are problems. */
export function reportProblems(problems: readonly string[], advice: string): void {
  if (problems.length === 0) return;
  for (const problem of problems) console.error(problem);
  console.error(advice);
  process.exitCode = 1;
}
