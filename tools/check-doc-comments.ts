// Checks that exports of these packages have doc comments: see doc-comments.ts.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { undocumentedExports } from './doc-comments.ts';

const packages = ['core', 'engine', 'contracts', 'application'];

const paths = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', ...packages.map((name) => `packages/${name}/src`)],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|d)\.tsx?$/.test(path));
const problems = paths.flatMap((path) =>
  undocumentedExports(path, readFileSync(path, 'utf8')).map(
    ({ line, name, problem }) => `${path}:${line} ${name} ${problem}`,
  ),
);
for (const name of packages) {
  if (!paths.some((path) => path.startsWith(`packages/${name}/`))) {
    problems.push(`packages/${name} has no source files`);
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('The first sentence of a doc comment says what an export is, returns or does.');
  process.exitCode = 1;
}
