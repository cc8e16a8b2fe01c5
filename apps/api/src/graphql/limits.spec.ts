import { globSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  GraphQLInt,
  type GraphQLType,
  getOperationAST,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  typeFromAST,
  validate,
} from 'graphql';
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

describe('what the dashboard asks', () => {
  const root = new URL('../../../web/src/', import.meta.url).pathname;
  const document = parse(
    globSync('**/*.graphql', { cwd: root })
      .map((path) => readFileSync(`${root}${path}`, 'utf8'))
      .join('\n'),
  );
  const queries = document.definitions.filter(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.QUERY,
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
    if (isEnumType(type)) return type.getValues()[0]?.name;
    if (!isInputObjectType(type)) return '2026-11-22T00:00:00Z';
    return Object.fromEntries(
      Object.values(type.getFields()).flatMap((field) =>
        isNonNullType(field.type) ? [[field.name, sampleOf(field.type.ofType)]] : [],
      ),
    );
  }

  it.each(queries.map((query) => [query.name?.value ?? '?', query] as const))(
    'stays within the limits: %s',
    (_, operation) => {
      const variables = variablesOf(operation);
      const read = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
      expect(read.errors).toBeUndefined();
      expect(() => refuseTooComplex({ schema, document, operation, variables })).not.toThrow();
    },
  );
});
