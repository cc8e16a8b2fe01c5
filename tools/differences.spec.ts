import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const page = new URL('../conformance/differences.md', import.meta.url).pathname;

const [, section = ''] = readFileSync(page, 'utf8').split('\n## Kubernetes\n');

/** Rows of the section's table, without its head. */
const rows = section
  .replace(/\n## [^]*/, '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Difference '))
  .map((line) => {
    const [, difference = '', reason = '', shownBy = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const specs = [...shownBy.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    return { difference, reason, specs };
  });

describe('conformance/differences.md on Kubernetes', () => {
  it('gives a reason and a spec for each difference', () => {
    const incomplete = rows.filter(({ reason, specs }) => reason === '' || specs.length === 0);
    expect(rows).not.toEqual([]);
    expect(incomplete.map(({ difference }) => difference)).toEqual([]);
  });

  it('names specs that exist', () => {
    const paths = rows.flatMap(({ specs }) => specs);
    const missing = paths.filter(
      (path) => !path.endsWith('.spec.ts') || !existsSync(join(dirname(page), path)),
    );
    expect(missing).toEqual([]);
  });
});
