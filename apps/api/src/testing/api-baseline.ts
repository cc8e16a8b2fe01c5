import { parse, print, visit } from 'graphql';

/** Members of an OpenAPI document that no comparison of two releases reads. */
const prose = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'tags',
  'headers',
]);

/**
 * Returns what `openApiBreaks` reads of an OpenAPI document, as JSON with one line per path and per schema: no prose, no
 * examples, no responses with errors.
 */
export function openApiBaseline(document: {
  readonly paths: object;
  readonly components: { readonly schemas: object };
}): string {
  const { paths, components } = document;
  const schemas = linesOf(components.schemas);
  return `{"paths":{\n${linesOf(paths)}\n},"components":{"schemas":{\n${schemas}\n}}}\n`;
}

const linesOf = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(withoutProse(value))}`)
    .join(',\n');

function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !prose.has(name) && !/^[345]\d\d$|^default$/.test(name))
      .map(([name, member]) => [
        name,
        name === 'properties' ? ofNames(member) : withoutProse(member),
      ]),
  );
}

/** Members whose names are those of users' data, such as a property `description`. */
const ofNames = (members: object): object =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, withoutProse(value)]));

/** Returns the types of a GraphQL schema without their descriptions. */
export const graphqlBaseline = (schema: string): string =>
  `${print(visit(parse(schema), { enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined) }))}\n`;
