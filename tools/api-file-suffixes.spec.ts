import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;

/** Returns the suffix of a source file, e.g. `handlers` of `decision.handlers.ts`; none for plain names. */
function suffixesOf(file: string): readonly string[] {
  const parts = basename(file).split('.').slice(1, -1);
  return parts.filter((part) => !['spec', 'db', 'property', 'smoke', 'slow', 'd'].includes(part));
}

/** The suffixes that CONTRIBUTING.md lists. */
const documented = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^- `\.(\w+)\.ts`: /gm),
].map(([, suffix = '']) => suffix);

const undocumented = (files: readonly string[]): readonly string[] =>
  files.filter((file) => suffixesOf(file).some((suffix) => !documented.includes(suffix)));

const files = globSync('apps/api/src/**/*.ts', { cwd: root });

describe('the suffixes of files of the API', () => {
  it('are at most eight, and CONTRIBUTING.md says what each contains', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(documented.length).toBeLessThanOrEqual(8);
    expect(undocumented(files)).toEqual([]);
  });

  it('are all in use', () => {
    expect(documented.toSorted()).toEqual([...new Set(files.flatMap(suffixesOf))].toSorted());
  });

  it('cannot become more without a word in CONTRIBUTING.md', () => {
    const added = ['apps/api/src/modules/node/node.helper.ts', 'apps/api/src/node.helper.spec.ts'];
    expect(undocumented([...added, 'apps/api/src/modules/node/node.reads.ts'])).toEqual(added);
  });
});
