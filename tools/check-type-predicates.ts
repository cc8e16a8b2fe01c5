// Checks that type predicates test what they claim: see type-predicates.ts.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { unprovenPredicates } from './type-predicates.ts';

const listed = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mts'],
  {
    encoding: 'utf8',
  },
);
const problems = listed
  .split('\n')
  .filter((path) => path !== '' && !path.endsWith('.d.ts'))
  .flatMap((path) =>
    unprovenPredicates(path, readFileSync(path, 'utf8')).map(
      ({ line, name, problem }) => `${path}:${line} ${name} ${problem}`,
    ),
  );
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(
    'A type predicate must test what it claims: parse the value, or look at its fields.',
  );
  process.exitCode = 1;
}
