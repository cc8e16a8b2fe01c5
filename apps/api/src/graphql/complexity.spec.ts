import { globSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  GraphQLBoolean,
  GraphQLInt,
  type GraphQLType,
  getOperationAST,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  separateOperations,
  typeFromAST,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { refuseTooComplex } from './complexity.js';
import { parseWithinLimits } from './limits.js';

const schema = buildSchema(
  readFileSync(new URL('../../schema.graphql', import.meta.url).pathname, 'utf8'),
);

function check(text: string, variables: Record<string, unknown> = {}): () => void {
  const document = parseWithinLimits(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document)!;
  return () => refuseTooComplex({ schema, document, operation, variables });
}

const refusal = (complexity: number) =>
  expect.objectContaining({
    code: 'INPUT.TOO_COMPLEX',
    meta: expect.objectContaining({ measure: 'complexity', complexity }),
  });

describe('the complexity of a query', () => {
  it('is low enough for a page of everything that a list of nodes shows', () => {
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

  it('is rows times fields, through fragments, by an argument or a default', () => {
    const text = `
      query ($first: Int!) { nodes(clusterId: "c", first: $first) { nodes { ...All } } }
      fragment All on Node { name pods { uid requests { resource amount quantity } } }`;
    // 1 + 100 * (1 + 427), where 427 is a name and 25 pods of 17 fields each.
    expect(check(text, { first: 100 })).not.toThrow();
    const doubled = text.replace('{ ...All }', '{ ...All }  edges { node { ...All } }');
    expect(check(doubled, { first: 100 })).toThrow(refusal(85_701));
    expect(check(doubled, { first: 10 })).not.toThrow();
  });

  it('is that of each object that is read by its ID', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map((alias) => `${alias}: capacityBuffers { name }`);
    const roots = Array.from(
      { length: 20 },
      (_, index) => `o${index}: objects(ids: $ids) { ...F }`,
    );
    const text = `query ($ids: [ID!]!) { ${roots.join(' ')} } fragment F on Cluster { ${fields.join(' ')} }`;
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `clu_${index}`);
    expect(check(text, { ids: ids(10) })).not.toThrow();
    // A hundred count of more than a hundred IDs, which the resolver refuses.
    expect(check(text, { ids: ids(100) })).toThrow(refusal(60_020));
    expect(check(text, { ids: ids(1_000) })).toThrow(refusal(60_020));
  });

  it('is not lowered by a page size that is refused later', () => {
    const pods = 'nodes { pods { uid requests { resource amount quantity } } }';
    const costly = `nodes(clusterId: "c", first: 100) { ${pods} edges { node { pods { uid requests {
      resource amount quantity } } } } }`;
    expect(check(`{ ${costly} }`)).toThrow(refusal(85_501));
    const other = (size: number) =>
      `{ other: nodes(clusterId: "c", first: ${size}) { ${pods} } ${costly} }`;
    // The other field counts as a page of one row, at least, and of a hundred, at most.
    expect(check(other(-1_000_000))).toThrow(refusal(85_501 + 428));
    expect(check(other(1_000_000))).toThrow(refusal(85_501 + 42_701));
  });
});

describe('a query of the dashboard', () => {
  const root = new URL('../../../web/src/', import.meta.url).pathname;
  const documents = separateOperations(
    parse(
      globSync('**/*.graphql', { cwd: root })
        .map((path) => readFileSync(`${root}${path}`, 'utf8'))
        .join('\n'),
    ),
  );

  /** A value for each variable that has to have one; the longest list where a number is asked for. */
  function variablesOf({ variableDefinitions = [] }: OperationDefinitionNode) {
    return Object.fromEntries(
      variableDefinitions.flatMap(({ variable, type }) => {
        const given = typeFromAST(schema, type);
        return isNonNullType(given) ? [[variable.name.value, sampleOf(given.ofType)]] : [];
      }),
    );
  }

  function sampleOf(type: GraphQLType): unknown {
    if (type === GraphQLInt) return 100;
    if (type === GraphQLBoolean) return true;
    if (isEnumType(type)) return type.getValues()[0]?.name;
    if (!isInputObjectType(type)) return '2026-11-22T00:00:00Z';
    return Object.fromEntries(
      Object.values(type.getFields()).flatMap((field) =>
        isNonNullType(field.type) ? [[field.name, sampleOf(field.type.ofType)]] : [],
      ),
    );
  }

  it.each(Object.entries(documents))('stays within the limits: %s', (_, separate) => {
    const document = parseWithinLimits(print(separate));
    const operation = getOperationAST(document)!;
    if (operation.operation !== OperationTypeNode.QUERY) return;
    const variables = variablesOf(operation);
    const read = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
    expect(read.errors).toBeUndefined();
    expect(() => refuseTooComplex({ schema, document, operation, variables })).not.toThrow();
  });
});
