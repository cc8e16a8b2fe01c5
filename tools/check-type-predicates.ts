// Checks that type predicates test what they claim: see type-predicates.ts.
import { reportProblems, sourceFiles } from './source-files.ts';
import { unprovenPredicates } from './type-predicates.ts';

const problems = sourceFiles().flatMap(({ path, text }) =>
  unprovenPredicates(path, text).map(
    ({ line, name, problem }) => `${path}:${line} ${name} ${problem}`,
  ),
);
reportProblems(
  problems,
  'A type predicate must test what it claims: parse the value, or look at its fields.',
);
