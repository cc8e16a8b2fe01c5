import { GraphQLError, getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { parseWithinLimits } from './limits.js';

const check = (text: string) => () => parseWithinLimits(text);

const refusal = (measure: string, found: number) =>
  expect.objectContaining({
    code: 'INPUT.TOO_COMPLEX',
    meta: expect.objectContaining({ measure, [measure]: found }),
  });

const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join(' ');

/** A field inside a field …, the innermost without a selection. */
const nested = (depth: number): string => (depth === 1 ? 'leaf' : `next { ${nested(depth - 1)} }`);

describe('the limits of a document', () => {
  it('let introspection through', () => {
    expect(check(getIntrospectionQuery({ inputValueDeprecation: true }))).not.toThrow();
  });

  it('allow 12 levels of fields, and do not count introspection', () => {
    expect(check(`{ ${nested(12)} }`)).not.toThrow();
    expect(check(`{ ${nested(13)} }`)).toThrow(refusal('depth', 13));
    const through = `{ next { ...A } } fragment A on Query { ... { ${nested(12)} } }`;
    expect(check(through)).toThrow(refusal('depth', 13));
    expect(check(`{ __schema { ${nested(13)} } }`)).not.toThrow();
  });

  it('count root fields with their fragments, wherever those are spread', () => {
    const fields = many(21, (index) => `f${index}: fleet { clusters }`);
    expect(check(`query { ...Root } fragment Root on Query { ${fields} }`)).toThrow(
      refusal('rootFields', 21),
    );
    const twice = `{ ...A ...A ... { ...A } } fragment A on Query { ${many(7, () => 'fleet')} }`;
    expect(check(twice)).toThrow(refusal('rootFields', 21));
  });

  it('hold for each operation of a document', () => {
    expect(check(`query A { leaf } query B { ${nested(13)} }`)).toThrow(refusal('depth', 13));
  });

  it('count aliases everywhere', () => {
    const aliases = many(51, (index) => `a${index}: clusters`);
    expect(check(`{ fleet { ${aliases} } }`)).toThrow(refusal('aliases', 51));
    expect(check(`{ fleet } fragment Unused on Fleet { ${aliases} }`)).toThrow(
      refusal('aliases', 51),
    );
  });

  it('count fields that repeat another of their selection set, inline fragments included', () => {
    const half = many(51, () => 'clusters');
    expect(check(`{ fleet { ${half} } fleet { ${half} } }`)).toThrow(
      refusal('repeatedFields', 101),
    );
    expect(check(`{ fleet { ${half} ... { ${half} } } }`)).toThrow(refusal('repeatedFields', 101));
    expect(check(`{ fleet { ${half} } }`)).not.toThrow();
  });

  it('count selections where they are spread, and stop counting where no number is left', () => {
    const doubled = (fragments: number) =>
      `{ fleet { ...F0 } } ${many(
        fragments,
        (index) => `fragment F${index} on Fleet { ...F${index + 1} ...F${index + 1} }`,
      )} fragment F${fragments} on Fleet { clusters }`;
    // 2 + 2 · (2^n - 1) + 2^n: the field and its spread, the spreads, and the leaves.
    expect(check(doubled(9))).not.toThrow();
    expect(check(doubled(10))).toThrow(refusal('selections', 3_072));
    const tripled = doubled(45).replaceAll(/(\.\.\.F\d+) \}/g, '$1 $1 }');
    expect(check(tripled)).toThrow(refusal('selections', Number.MAX_SAFE_INTEGER));
  });

  it.each([
    ['{', '}'],
    ['... {', '}'],
    ['(a: [', '])'],
  ])('stop at the fifty-first bracket inside others: %s', (open, close) => {
    const text = `{ a ${open.repeat(2_000)} b ${close.repeat(2_000)} }`;
    expect(check(text)).toThrow(refusal('nesting', 51));
  });

  it('stop selections at 50 levels, which fragments can add to each other', () => {
    const fragment = (index: number) =>
      `fragment F${index} on Query { ... { ... { ... { ...F${index + 1} } } } }`;
    expect(check(`{ ...F0 } ${many(13, fragment)}`)).toThrow(refusal('levels', 53));
  });

  it('stop at a number of tokens, and of operations and fragments', () => {
    expect(check(`{ ${many(5_000, (index) => `f${index}`)} }`)).toThrow(refusal('tokens', 5_001));
    expect(check(many(51, (index) => `query Q${index} { leaf }`))).toThrow(
      refusal('definitions', 51),
    );
  });

  it('leave invalid documents to the validation, which names the fault', () => {
    const circles = [
      '{ ...A } fragment A on Query { ...A }',
      '{ ...A } fragment A on Query { leaf ...B } fragment B on Query { ...A leaf }',
      '{ ...Unknown }',
    ];
    for (const text of circles) expect(check(text)).not.toThrow();
    expect(check('{ leaf ')).toThrow(GraphQLError);
    expect(check('{ leaf(a: "open) }')).toThrow(GraphQLError);
  });
});
