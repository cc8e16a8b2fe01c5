// Private members are #private: see private-members.ts.
import { keywordMembers } from './private-members.ts';
import { reportProblems, sourceFiles } from './source-files.ts';

const problems = sourceFiles()
  .filter(({ path }) => !/\/(generated|gql)\//.test(path))
  .flatMap(({ path, text }) =>
    keywordMembers(path, text).map(
      ({ line, name, keyword }) => `${path}:${line} ${keyword} ${name}`,
    ),
  );
reportProblems(
  problems,
  'Write #name instead; only classes that Nest injects use parameter properties.',
);
