import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const sources = ['Karpenter', 'Kubernetes', 'AWS', 'OR', 'Kerf', 'General'];

interface Term {
  readonly term: string;
  readonly meaning: string;
  /** Identifiers in code; empty for a term of the documentation only. */
  readonly identifiers: readonly string[];
  readonly file: string | null;
  readonly source: string;
}

const codeIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The rows of the glossary: term, meaning, identifier, file, source. */
const terms: readonly Term[] = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Term '))
  .map((line) => {
    const [, term = '', meaning = '', identifier = '', file = '', source = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return {
      term,
      meaning,
      identifiers: codeIn(identifier),
      file: codeIn(file)[0] ?? null,
      source,
    };
  });

/** Returns the identifiers in a source file. */
const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(/[^\w$]+/));

describe('docs/glossary.md', () => {
  it('explains each term once, in one sentence, and names its source', () => {
    expect(terms.length).toBeGreaterThan(50);
    const wrong = terms.filter(
      ({ meaning, source }) => meaning === '' || !sources.includes(source),
    );
    expect(wrong.map(({ term }) => term)).toEqual([]);
    const all = terms.map(({ term }) => term.toLowerCase());
    expect(all.filter((term, index) => all.indexOf(term) !== index)).toEqual([]);
  });

  it('names the file of each identifier', () => {
    const wrong = terms.filter(
      ({ identifiers, file }) => identifiers.length === 0 || file === null,
    );
    expect(wrong.map(({ term }) => term)).toEqual([]);
  });

  it('names only files that exist and contain the identifiers', () => {
    const wrong = terms.flatMap(({ term, identifiers, file }) => {
      if (file === null) return [];
      const path = join(root, file);
      if (!existsSync(path)) return [`${term}: file ${file} not found`];
      const known = namesIn(readFileSync(path, 'utf8'));
      return identifiers
        .filter((identifier) => !known.has(identifier))
        .map((identifier) => `${term}: ${file} does not contain ${identifier}`);
    });
    expect(wrong).toEqual([]);
  });
});
