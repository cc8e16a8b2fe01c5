import {
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type NamedTypeNode,
  parse,
  type TypeNode,
  visit,
} from 'graphql';

const inputText = `
  "Returned unchanged in the payload; at most 255 characters."
  clientMutationId: String
  """
  The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
  first response, marked with \`idempotencyReplayed\`, and without its secrets.
  """
  idempotencyKey: String
`;
const payloadText = `
  "The \`clientMutationId\` of the input; absent if it has none."
  clientMutationId: String
`;

/**
 * Adds to each mutation what all of them have, so that no module repeats it: an argument `input`, whose type
 * has `clientMutationId` and `idempotencyKey`, and a payload with `clientMutationId`.
 * @param document the types of all modules
 * @throws Error if the input of a mutation is also part of another input, which would have the fields too
 */
export function completeMutations(document: DocumentNode): DocumentNode {
  const mutations = mutationsIn(document).map(withInput);
  const inputs = new Set(mutations.map(inputOf));
  const payloads = new Set(mutations.map(({ type }) => nameOf(type)));
  const declared = new Set(
    document.definitions.flatMap((each) => ('name' in each ? [each.name?.value] : [])),
  );
  const created = [...inputs].filter((name) => !declared.has(name));
  const completed = visit(document, {
    [Kind.OBJECT_TYPE_DEFINITION]: (type) => {
      if (type.name.value === 'Mutation') return { ...type, fields: type.fields?.map(withInput) };
      return payloads.has(type.name.value)
        ? { ...type, fields: missing(fieldsOfPayload(payloadText), type.fields) }
        : undefined;
    },
    [Kind.OBJECT_TYPE_EXTENSION]: (type) =>
      type.name.value === 'Mutation' ? { ...type, fields: type.fields?.map(withInput) } : undefined,
    [Kind.INPUT_OBJECT_TYPE_DEFINITION]: (type) => {
      refuseNested(type.fields ?? [], inputs);
      return inputs.has(type.name.value)
        ? { ...type, fields: missing(fieldsOfInput(inputText), type.fields) }
        : undefined;
    },
  });
  return {
    ...completed,
    definitions: [...completed.definitions, ...created.flatMap(inputWithoutData)],
  };
}

function mutationsIn({ definitions }: DocumentNode): readonly FieldDefinitionNode[] {
  return definitions.flatMap((definition) =>
    (definition.kind === Kind.OBJECT_TYPE_DEFINITION ||
      definition.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    definition.name.value === 'Mutation'
      ? (definition.fields ?? [])
      : [],
  );
}

/** A mutation that needs no input takes one that may be absent. */
function withInput(mutation: FieldDefinitionNode): FieldDefinitionNode {
  if ((mutation.arguments ?? []).length > 0) return mutation;
  const [initial = '', ...rest] = mutation.name.value;
  const [field] = fieldsOfPayload(`any(input: ${initial.toUpperCase()}${rest.join('')}Input): Int`);
  return { ...mutation, arguments: field?.arguments ?? [] };
}

function inputOf({ name, arguments: taken = [] }: FieldDefinitionNode): string {
  const [input] = taken;
  if (taken.length !== 1 || input?.name.value !== 'input') {
    throw new Error(`Mutation ${name.value} must have one argument, input.`);
  }
  return nameOf(input.type);
}

function refuseNested(
  fields: readonly InputValueDefinitionNode[],
  inputs: ReadonlySet<string>,
): void {
  const nested = fields.map(({ type }) => nameOf(type)).find((name) => inputs.has(name));
  if (nested === undefined) return;
  throw new Error(
    `${nested} is the input of a mutation and part of another input. Use a type of its own for the part.`,
  );
}

const inputWithoutData = (name: string) =>
  parse(`"Options of a mutation without data." input ${name} { ${inputText} }`).definitions;

/** Returns the fields, after those that the type has already. */
function missing<Field extends FieldDefinitionNode | InputValueDefinitionNode>(
  added: readonly Field[],
  own: readonly Field[] = [],
): readonly Field[] {
  const names = new Set(own.map(({ name }) => name.value));
  return [...own, ...added.filter(({ name }) => !names.has(name.value))];
}

function nameOf(type: TypeNode): string {
  let inner = type;
  while (inner.kind !== Kind.NAMED_TYPE) inner = inner.type;
  const named: NamedTypeNode = inner;
  return named.name.value;
}

function fieldsOfInput(text: string): readonly InputValueDefinitionNode[] {
  const [definition] = parse(`input Any { ${text} }`).definitions;
  return definition?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? (definition.fields ?? []) : [];
}

function fieldsOfPayload(text: string): readonly FieldDefinitionNode[] {
  const [definition] = parse(`type Any { ${text} }`).definitions;
  return definition?.kind === Kind.OBJECT_TYPE_DEFINITION ? (definition.fields ?? []) : [];
}
