import { AppError } from '@kerf/core';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getVariableValues,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';

const limits = {
  depth: 12,
  rootFields: 20,
  aliases: 50,
  /** About three times what the dashboard's largest page asks for. */
  complexity: 50_000,
} as const;

export interface CheckedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Refuses what would cost too much, from the text alone and before anything is read. The document
 * must be valid: fragments in a circle would never end here.
 * @throws INPUT.TOO_COMPLEX with the number
 */
export function refuseTooComplex(checked: CheckedOperation): void {
  const { document, operation } = checked;
  const shape = new DocumentShape(document);
  refuseAbove('depth', shape.depthOf(operation.selectionSet));
  refuseAbove('rootFields', shape.rootFieldsOf(operation.selectionSet));
  refuseAbove('aliases', shape.aliases);
  refuseAbove('complexity', complexityOf(checked));
}

const sentences: Readonly<Record<keyof typeof limits, string>> = {
  depth: 'fields are nested too deeply',
  rootFields: 'the operation has too many root fields',
  aliases: 'the document has too many aliases',
  complexity: 'the query may read too much; ask for fewer rows or fields',
};

function refuseAbove(measure: keyof typeof limits, found: number): void {
  const limit = limits[measure];
  if (found <= limit) return;
  throw new AppError({
    code: 'INPUT.TOO_COMPLEX',
    message: `${sentences[measure]}: ${found} of at most ${limit}`,
    meta: { measure, [measure]: found, limit },
  });
}

/** How a document nests, with its fragments in place. What asks for the schema itself is left out. */
class DocumentShape {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #depths = new Map<string, number>();
  readonly aliases: number;

  constructor(document: DocumentNode) {
    this.#fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
      ),
    );
    let aliases = 0;
    visit(document, {
      Field: (field) => {
        if (field.alias !== undefined) aliases += 1;
      },
    });
    this.aliases = aliases;
  }

  depthOf(selections: SelectionSetNode): number {
    const depths = selections.selections.map((selection) => {
      switch (selection.kind) {
        case Kind.FIELD:
          if (selection.name.value.startsWith('__')) return 0;
          return selection.selectionSet === undefined
            ? 1
            : 1 + this.depthOf(selection.selectionSet);
        case Kind.INLINE_FRAGMENT:
          return this.depthOf(selection.selectionSet);
        default:
          return this.#depthOfFragment(selection.name.value);
      }
    });
    return Math.max(0, ...depths);
  }

  rootFieldsOf(selections: SelectionSetNode): number {
    return selections.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1;
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : this.#fragments.get(selection.name.value)?.selectionSet;
      return sum + (inner === undefined ? 0 : this.rootFieldsOf(inner));
    }, 0);
  }

  #depthOfFragment(name: string): number {
    const known = this.#depths.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    const depth = fragment === undefined ? 0 : this.depthOf(fragment.selectionSet);
    this.#depths.set(name, depth);
    return depth;
  }
}

/** Rows guessed for a list that takes no size, e.g. the taints of a node. */
const rowsOfOpenList = 5;
/** Lists that are known to be longer or shorter. */
const rowsOfKnownList: Readonly<Record<string, number>> = { pods: 25, revisions: 50, shortages: 2 };

function complexityOf({ schema, document, operation, variables }: CheckedOperation): number {
  // Variables that are not right are refused, with better words, where they are read.
  const read = getVariableValues(schema, operation.variableDefinitions ?? [], { ...variables });
  if (read.errors !== undefined) return 0;
  return getComplexity({
    schema,
    query: document,
    variables,
    estimators: [rowsTimesFields],
    ...(operation.name === undefined ? {} : { operationName: operation.name.value }),
  });
}

/** A field costs 1, and its rows times what is asked of each. A connection says how many they are. */
const rowsTimesFields: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (!isCompositeType(getNamedType(field.type))) return 1;
  const asked: unknown = args['first'] ?? args['last'];
  if (typeof asked === 'number') return 1 + asked * childComplexity;
  const isList = isListType(getNullableType(field.type));
  // The rows of a connection are counted at the connection.
  const isOfConnection = field.name === 'nodes' || field.name === 'edges';
  const rows = isList && !isOfConnection ? (rowsOfKnownList[field.name] ?? rowsOfOpenList) : 1;
  return 1 + rows * childComplexity;
};
