// Checks that exports of these packages have doc comments: see doc-comments.ts.
import { undocumentedExports } from './doc-comments.ts';
import { reportProblems, sourceFiles } from './source-files.ts';

const packages = ['core', 'engine', 'application'];

const files = sourceFiles(...packages.map((name) => `packages/${name}/src`)).filter(
  ({ path }) => !/\.spec\.tsx?$/.test(path),
);
const missing = packages.filter(
  (name) => !files.some(({ path }) => path.startsWith(`packages/${name}/`)),
);
reportProblems(
  [
    ...files.flatMap(({ path, text }) =>
      undocumentedExports(path, text).map(
        ({ line, name, problem }) => `${path}:${line} ${name} ${problem}`,
      ),
    ),
    ...missing.map((name) => `packages/${name} has no source files`),
  ],
  'The first sentence of a doc comment says what an export is, returns or does.',
);
