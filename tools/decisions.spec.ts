import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = new URL('../docs/adr/', import.meta.url).pathname;
const index = readFileSync(`${folder}README.md`, 'utf8');

/** A page of a decision. */
interface Page {
  readonly number: number;
  readonly file: string;
  readonly text: string;
}

const pages: readonly Page[] = globSync('[0-9]*.md', { cwd: folder })
  .toSorted()
  .map((file) => ({
    number: Number.parseInt(file, 10),
    file: basename(file),
    text: readFileSync(`${folder}${file}`, 'utf8'),
  }));

/** Rows of the index: number, file, and what is superseded. */
const rows = [...index.matchAll(/^\| (\d+) \| \[[^\]]+\]\(([^)]+)\) \| ?(.*) ?\|$/gm)].map(
  ([, number, file, superseded = '']) => ({ number: Number(number), file, superseded }),
);

/** Returns what stands between the title of a page and its first section. */
const headOf = ({ text }: Page): string => text.split(/^## /m)[0] ?? '';

/** Returns the numbers of the decisions that a page supersedes, wholly or in part. */
const supersededBy = (page: Page): readonly number[] =>
  headOf(page)
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('Supersedes'))
    .flatMap((paragraph) => [...paragraph.matchAll(/\]\((\d{4})-/g)].map(([, to]) => Number(to)));

describe('the index of decisions', () => {
  it('lists every page in the order of the numbers', () => {
    expect(rows.map(({ number, file }) => ({ number, file }))).toEqual(
      pages.map(({ number, file }) => ({ number, file })),
    );
  });

  it('names every number that has no page', () => {
    const taken = new Set(pages.map(({ number }) => number));
    const all = Array.from({ length: Math.max(...taken) }, (_, place) => place + 1);
    const [, list = ''] = /Missing:\s([\d,\sand]+)\./.exec(index) ?? [];
    expect([...list.matchAll(/\d+/g)].map(Number)).toEqual(all.filter((each) => !taken.has(each)));
  });

  it('says of each decision by which later one it is superseded, as its own page does', () => {
    const pairs = pages.flatMap((page) =>
      supersededBy(page).map((number) => ({ number, by: page })),
    );
    expect(pairs.length).toBeGreaterThan(2);
    for (const { number, by } of pairs) {
      const old = pages.find((page) => page.number === number);
      expect(old === undefined ? '' : headOf(old), `head of decision ${number}`).toContain(by.file);
      expect(rows.find((row) => row.number === number)?.superseded).toMatch(
        new RegExp(`\\b${by.number}\\b`),
      );
    }
  });
});
