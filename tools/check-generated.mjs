// Checks that the generated documents that are committed are up to date: it generates them again and fails if one changes.
import { execFileSync } from 'node:child_process';
import { documents, generateDocuments } from './generate-documents.mjs';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' });
const read = () =>
  git('status', '--porcelain', '--', ...documents) + git('diff', '--', ...documents);

const before = read();
generateDocuments();
if (before !== read()) {
  console.error(
    `generated documents were out of date; commit what changed:\n${git('status', '--short', '--', ...documents)}`,
  );
  process.exit(1);
}
