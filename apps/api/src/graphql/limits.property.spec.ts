import * as fc from 'fast-check';
import { type ASTNode, buildSchema, getOperationAST, Kind, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { refuseTooComplex } from './complexity.js';
import { measureDocument } from './document-shape.js';
import { limits, parseWithinLimits } from './limits.js';

const schema = buildSchema(
  'type Query { next: Query page(first: Int): Query list: [Query!] leaf: Int other: Int }',
);

interface Generated {
  readonly operations: readonly string[];
  readonly fragments: readonly string[];
}

/** Selections that spread fragments by number, of which there may be none: `...F3`. */
function selectionSets(names: readonly string[]): fc.Arbitrary<string> {
  const { set } = fc.letrec<{ set: string; selection: string }>((tie) => ({
    set: fc
      .array(tie('selection'), { minLength: 1, maxLength: 4 })
      .map((selections) => `{ ${selections.join(' ')} }`),
    selection: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom('leaf', 'other', 'a: leaf', 'leaf @skip(if: false)', '__typename'),
      fc.constantFrom(...names).map((name) => `...${name}`),
      tie('set').map((inner) => `... ${inner}`),
      tie('set').map((inner) => `next ${inner}`),
      tie('set').map((inner) => `page(first: 2) ${inner}`),
    ),
  }));
  return set;
}

/** Valid or not: with circles, unused and unknown fragments, and one or several operations. */
const documents: fc.Arbitrary<Generated> = fc.integer({ min: 1, max: 40 }).chain((count) => {
  const names = Array.from({ length: count }, (_, index) => `F${index}`);
  return fc.record({
    operations: fc.array(selectionSets(names), { minLength: 1, maxLength: 3 }),
    fragments: fc.array(selectionSets(names), { minLength: count, maxLength: count }),
  });
});

/** Each fragment spreads the next several times: the shape that explodes. Always valid. */
const chains: fc.Arbitrary<Generated> = fc
  .record({
    length: fc.integer({ min: 1, max: 45 }),
    times: fc.integer({ min: 1, max: 6 }),
    wrap: fc.constantFrom(
      'SPREAD',
      '... { SPREAD }',
      'next { SPREAD }',
      'page(first: 3) { SPREAD }',
    ),
  })
  .map(({ length, times, wrap }) => ({
    operations: ['{ ...F0 }'],
    fragments: Array.from({ length }, (_, index) =>
      index + 1 === length
        ? '{ leaf }'
        : `{ ${Array.from({ length: times }, () => wrap.replace('SPREAD', `...F${index + 1}`)).join(' ')} }`,
    ),
  }));

const toText = ({ operations, fragments }: Generated): string =>
  [
    ...operations.map((selections, index) => `query Q${index} ${selections}`),
    ...fragments.map((selections, index) => `fragment F${index} on Query ${selections}`),
  ].join('\n');

/** The document of a text, and a count of how often members of its nodes are read. */
function watch(text: string) {
  const counts = { nodes: 0, reads: 0 };
  const document = parse(text, { noLocation: true });
  const watchNode = (node: object): void => {
    counts.nodes += 1;
    for (const [key, value] of Object.entries(node)) {
      for (const inner of Array.isArray(value) ? value : [value]) {
        if (isNode(inner)) watchNode(inner);
      }
      const get = () => {
        counts.reads += 1;
        return value;
      };
      Object.defineProperty(node, key, { enumerable: true, get });
    }
  };
  watchNode(document);
  return { document, counts };
}

const kinds: ReadonlySet<unknown> = new Set(Object.values(Kind));
const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'kind' in value && kinds.has(value.kind);

/** @returns what the work refuses the document for; `null` when it does not */
function refusalOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

const tooComplex = expect.objectContaining({ code: 'INPUT.TOO_COMPLEX' });

describe('a document', () => {
  it('is measured in reads that grow with its size only, whatever its fragments do', () => {
    fc.assert(
      fc.property(fc.oneof(documents, chains), (generated) => {
        const { document, counts } = watch(toText(generated));
        measureDocument(document);
        expect(counts.reads).toBeLessThanOrEqual(6 * counts.nodes);
      }),
      { numRuns: 100 },
    );
  });

  it('within the limits is validated, and its complexity found, in a bounded number of reads', () => {
    let checked = 0;
    fc.assert(
      fc.property(fc.oneof(documents, chains), (generated) => {
        const text = toText(generated);
        const refusal = refusalOf(() => parseWithinLimits(text));
        expect([null, tooComplex]).toContainEqual(refusal);
        if (refusal !== null) return;
        const { document, counts } = watch(text);
        const operation = getOperationAST(document, 'Q0')!;
        if (validate(schema, document).length > 0) return;
        checked += 1;
        const judged = { schema, document, operation, variables: {} };
        expect([null, tooComplex]).toContainEqual(refusalOf(() => refuseTooComplex(judged)));
        const most = 60 * counts.nodes + 20 * limits.selections;
        expect(counts.reads).toBeLessThanOrEqual(most);
      }),
      { numRuns: 150 },
    );
    expect(checked).toBeGreaterThan(5);
  });
});
