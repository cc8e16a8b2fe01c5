import { readFileSync } from 'node:fs';
import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { refuseTooComplex } from './limits.js';

const schema = buildSchema(
  readFileSync(new URL('../../schema.graphql', import.meta.url).pathname, 'utf8'),
);

function check(text: string, variables: Record<string, unknown> = {}): () => void {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document)!;
  return () => refuseTooComplex({ schema, document, operation, variables });
}

const refusal = (measure: string, found: number) =>
  expect.objectContaining({
    code: 'INPUT.TOO_COMPLEX',
    meta: expect.objectContaining({ measure, [measure]: found }),
  });

describe('limits of a query', () => {
  it('let through a page of everything that a list of nodes shows', () => {
    expect(
      check(
        `query ($first: Int) {
          nodes(clusterId: "c", first: $first) {
            nodes { name price blockers { code data } taints { key } nodeClaim { id } }
            totals { price }
          }
        }`,
        { first: 100 },
      ),
    ).not.toThrow();
  });

  it('count rows times fields, through fragments, whoever says how many rows', () => {
    const text = `
      query ($first: Int!) { nodes(clusterId: "c", first: $first) { nodes { ...All } } }
      fragment All on Node { name pods { uid requests { resource amount quantity } } }`;
    // 1 + 100 * (1 + 427), where 427 is a name and 25 pods of 17 fields each.
    expect(check(text, { first: 100 })).not.toThrow();
    const doubled = text.replace('{ ...All }', '{ ...All }  edges { node { ...All } }');
    expect(check(doubled, { first: 100 })).toThrow(refusal('complexity', 85_701));
    expect(check(doubled, { first: 10 })).not.toThrow();
  });

  it('stop nesting at 12, and leave out what asks for the schema', () => {
    const nest = (depth: number): string => (depth === 1 ? 'leaf' : `next { ${nest(depth - 1)} }`);
    const endless = buildSchema('type Query { next: Query leaf: Int }');
    const ofDepth = (depth: number) => {
      const document = parse(`{ ${nest(depth)} }`);
      const operation = getOperationAST(document)!;
      return () => refuseTooComplex({ schema: endless, document, operation, variables: {} });
    };
    expect(ofDepth(12)).not.toThrow();
    expect(ofDepth(13)).toThrow(refusal('depth', 13));
    const types = (depth: number): string =>
      depth === 0 ? 'name' : `name ofType { ${types(depth - 1)} }`;
    expect(check(`{ __type(name: "Node") { fields { type { ${types(12)} } } } }`)).not.toThrow();
  });

  it('count root fields with their fragments, and aliases everywhere', () => {
    const many = Array.from({ length: 21 }, (_, index) => `f${index}: fleet { clusters }`).join(
      ' ',
    );
    expect(check(`query { ...Root } fragment Root on Query { ${many} }`)).toThrow(
      refusal('rootFields', 21),
    );
    const aliases = Array.from({ length: 51 }, (_, index) => `a${index}: clusters`).join(' ');
    expect(check(`{ fleet { ${aliases} } }`)).toThrow(refusal('aliases', 51));
  });
});
