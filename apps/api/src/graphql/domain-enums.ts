import { type GraphQLEnumType, GraphQLError, type GraphQLSchema, isEnumType } from 'graphql';
import { words } from '../contract/words.js';

/** Inside, a schema's enum value is the domain's own word: `{ ClusterMode: { AUTO: 'auto' } }`. */
export const domainEnums: Readonly<Record<string, Readonly<Record<string, string>>>> =
  Object.fromEntries(
    Object.entries(words).map(([name, spellings]) => [
      name,
      Object.fromEntries(Object.entries(spellings).map(([word, spelling]) => [spelling, word])),
    ]),
  );

/**
 * `UNKNOWN` is for clients that are older than a value. It occurs in responses only; as an argument it
 * has no meaning and is refused.
 */
export function refuseUnknownAsInput(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && type.getValue('UNKNOWN') !== undefined) refuseUnknown(type);
  }
  return schema;
}

function refuseUnknown(type: GraphQLEnumType): void {
  const parseValue = type.parseValue.bind(type);
  const parseLiteral = type.parseLiteral.bind(type);
  const refuse = (isUnknown: boolean): void => {
    if (isUnknown)
      throw new GraphQLError(
        `UNKNOWN occurs in responses only; ${type.name} requires a known value`,
      );
  };
  type.parseValue = (value) => {
    refuse(value === 'UNKNOWN');
    return parseValue(value);
  };
  type.parseLiteral = (node, variables) => {
    refuse('value' in node && node.value === 'UNKNOWN');
    return parseLiteral(node, variables);
  };
}
