import { isEnumType, isListType, isNonNullType, isObjectType, isScalarType } from 'graphql';

/** Schemas of `src/rest/wire.ts`, by scalar. */
const schemas = {
  ID: 'z.string()',
  String: 'z.string()',
  Quantity: 'z.string()',
  Int: 'whole',
  SafeInt: 'whole',
  DurationMs: 'whole',
  Float: 'z.number()',
  Boolean: 'z.boolean()',
  DateTime: 'instant',
  UsdPerHour: 'money',
  Usd: 'sum',
  JSON: 'storedJson',
};

/**
 * Plugin of graphql-codegen. Writes, for each object type, its fields in the order of the schema: a schema of zod for
 * scalars and enums; `nested` for other types, whose resources the modules give.
 */
export function plugin(schema, _documents, { enumValues }) {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__') && !isRoot(schema, type),
  );
  const shapes = types.map((type) => {
    const fields = type.getFields();
    const lines = namesIn(type).map(
      (name) => `    ${name}: ${schemaOf(fields[name].type, enumValues)},`,
    );
    return `  ${type.name}: {\n${lines.join('\n')}\n  },`;
  });
  return {
    prepend: [
      "import { z } from 'zod';",
      "import { instant, list, money, storedJson, sum, whole, word } from '../rest/wire.js';",
    ],
    content: `/** Takes the place of a field whose type is an object. */
export const nested: z.ZodType = z.unknown();

/** Fields of object types, in the order of the schema. */
export const resourceFields = {\n${shapes.join('\n')}\n} as const;\n`,
  };
}

const isRoot = (schema, type) =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type);

/** The order of the sources; codegen sorts the fields. */
const namesIn = ({ astNode, extensionASTNodes }) =>
  [astNode, ...extensionASTNodes].flatMap(({ fields }) => fields.map(({ name }) => name.value));

function schemaOf(type, enums) {
  if (isNonNullType(type)) return requiredSchemaOf(type.ofType, enums);
  const required = requiredSchemaOf(type, enums);
  // Stored JSON may be null anyway.
  return ['nested', 'storedJson'].includes(required) ? required : `${required}.nullable()`;
}

function requiredSchemaOf(type, enums) {
  if (isListType(type)) {
    const item = schemaOf(type.ofType, enums);
    return item === 'nested' ? 'nested' : `list(${item})`;
  }
  if (isEnumType(type)) return type.name in enums ? `word('${type.name}')` : 'nested';
  return isScalarType(type) ? (schemas[type.name] ?? 'nested') : 'nested';
}
