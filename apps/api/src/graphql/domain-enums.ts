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
 * `UNKNOWN` is there for clients that are older than a word. It is an answer; as an argument it
 * would stand for nothing, so it is refused where arguments are read.
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
    if (isUnknown) throw new GraphQLError(`UNKNOWN is an answer; ${type.name} needs a known value`);
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
