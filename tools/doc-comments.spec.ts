import { describe, expect, it } from 'vitest';
import { undocumentedExports } from './doc-comments.ts';

const problemsOf = (text: string): readonly string[] =>
  undocumentedExports('some.ts', text).map(({ name, problem }) => `${name} ${problem}`);

describe('an export is reported', () => {
  it.each([
    'export function podsOf(): void {}',
    'export class podsOf {}',
    'export interface podsOf { readonly uid: string }',
    'export type podsOf = string;',
    'export const podsOf = 1;',
    'export enum podsOf { One }',
    'export abstract class podsOf {}',
    'const podsOf = 1;\nexport { podsOf };',
    'const podsOf = 1;\nexport { podsOf as pods };',
  ])('without a doc comment: %s', (text) => {
    expect(problemsOf(text)).toEqual(['podsOf has no doc comment']);
  });

  it('with a comment that is no doc comment', () => {
    expect(problemsOf('// Returns the pods of a node.\nexport const podsOf = 1;')).toEqual([
      'podsOf has no doc comment',
    ]);
  });

  it.each([
    '/** @returns the pods of a node. */',
    '/** Pods. */',
    '/** Returns the pods of a node */',
    '/** */',
  ])('without a sentence: %s', (comment) => {
    expect(problemsOf(`${comment}\nexport const podsOf = 1;`)).toEqual([
      'podsOf has a doc comment without a sentence',
    ]);
  });

  it('with a comment that repeats its name', () => {
    expect(problemsOf('/** The pods of a node. */\nexport const podsOfNode = 1;')).toEqual([
      'podsOfNode has a doc comment that repeats its name',
    ]);
  });

  it('for each constant of a statement without a comment, and with its line', () => {
    const text = 'const own = 1;\n\nexport const first = own,\n  second = own;';
    expect(undocumentedExports('some.ts', text)).toEqual([
      { line: 3, name: 'first', problem: 'has no doc comment' },
      { line: 3, name: 'second', problem: 'has no doc comment' },
    ]);
  });
});

describe('an export is accepted', () => {
  it.each([
    '/** Returns the pods of a node. */\nexport function podsOf(): void {}',
    '/** Returns the pods of a node, `karpenter.sh/nodepool`\n * excluded. More. */\nexport const podsOf = 1;',
    '/** A pod with its node. */\nexport interface BoundPod {\n  readonly uid: string;\n}',
    '/** Overloads share one comment. */\nexport function of(a: 1): void;\nexport function of(a: 2): void;\nexport function of(a: number): void {}',
    '/** A mode of a cluster. */\nexport const Mode = 1;\nexport type Mode = 1;',
    '/** A listed export with a comment. */\nconst podsOf = 1;\nexport { podsOf };',
  ])('%s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it('if it is a re-export', () => {
    expect(problemsOf(`export * from './pod.js';\nexport { podsOf } from './pods.js';`)).toEqual(
      [],
    );
  });

  it('if it is not exported at all', () => {
    expect(problemsOf('const own = 1;\nfunction inner(): void {}\ninterface Inner {}')).toEqual([]);
  });
});
