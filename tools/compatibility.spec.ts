import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Number of Karpenter's features, which are numbered from 1. */
const features = 138;
const states = ['Same', 'Differs', 'Partial', 'Not built', 'Not applicable'];
/** Words for the consequence of using a feature that is not built. */
const consequence = /refused with|reported (by|with)|^not reported:|no setting asks/i;

const page = new URL('../docs/compatibility.md', import.meta.url).pathname;

interface Row {
  readonly number: number;
  readonly feature: string;
  readonly state: string;
  readonly difference: string;
  /** Paths of specs, relative to the page. */
  readonly specs: readonly string[];
}

/** Numbered rows of the page's tables, in order. */
const rows: readonly Row[] = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, number = '', feature = '', state = '', difference = '', shownBy = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return {
      number: Number(number),
      feature,
      state,
      difference,
      specs: [...shownBy.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path),
    };
  });

const numbersOf = (list: readonly Row[]): readonly number[] => list.map(({ number }) => number);

describe('docs/compatibility.md', () => {
  it('has one row for each feature of Karpenter, in order', () => {
    expect(numbersOf(rows)).toEqual(Array.from({ length: features }, (_, index) => index + 1));
  });

  it('names each feature, and gives it one of the known states', () => {
    const wrong = rows.filter(({ feature, state }) => feature === '' || !states.includes(state));
    expect(numbersOf(wrong)).toEqual([]);
  });

  it('says what differs for each feature that differs', () => {
    const wrong = rows.filter(
      ({ state, difference }) => (state === 'Same') !== (difference === ''),
    );
    expect(numbersOf(wrong)).toEqual([]);
  });

  it('names a spec for each feature that is built', () => {
    const unproved = rows.filter(
      ({ state, specs }) => ['Same', 'Differs', 'Partial'].includes(state) && specs.length === 0,
    );
    expect(numbersOf(unproved)).toEqual([]);
  });

  it('names only specs that exist', () => {
    const missing = rows.flatMap(({ number, specs }) =>
      specs
        .filter((path) => !/\.spec\.tsx?$/.test(path) || !existsSync(join(dirname(page), path)))
        .map((path) => `${number}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('names the consequence of using a feature that is not built', () => {
    const silent = rows.filter(
      ({ state, difference }) => state === 'Not built' && !consequence.test(difference),
    );
    expect(numbersOf(silent)).toEqual([]);
  });
});
