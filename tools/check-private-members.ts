// Private members are #private: see private-members.ts.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { keywordMembers } from './private-members.ts';

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
});
const problems = listed
  .split('\n')
  .filter((path) => path !== '' && !/\.d\.ts$|\/(generated|gql)\//.test(path))
  .flatMap((path) =>
    keywordMembers(path, readFileSync(path, 'utf8')).map(
      ({ line, name, keyword }) => `${path}:${line} ${keyword} ${name}`,
    ),
  );
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('Write #name instead; only classes that Nest injects use parameter properties.');
  process.exitCode = 1;
}
