import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getVariableValues,
  isCompositeType,
  isListType,
  type OperationDefinitionNode,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { largestPage } from './connection.js';
import { refuseAbove } from './limits.js';

export interface CheckedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Refuses queries that may read too much, before anything is read. The document must be valid, and within
 * the limits of {@link parseWithinLimits}: fragments are visited wherever they are spread.
 * @returns the complexity
 * @throws INPUT.TOO_COMPLEX with the number
 */
export function refuseTooComplex(checked: CheckedOperation): number {
  const complexity = complexityOf(checked);
  refuseAbove('complexity', complexity);
  return complexity;
}

/** Estimated rows of a list without a size argument, e.g. the taints of a node. */
const rowsOfOpenList = 5;
/** Lists that are known to be longer or shorter. */
const rowsOfKnownList: Readonly<Record<string, number>> = {
  pods: 25,
  revisions: 50,
  lanes: 4,
  search: 20,
  shortages: 2,
};

function complexityOf({ schema, document, operation, variables }: CheckedOperation): number {
  // Invalid variables are refused with a better message where they are read.
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

/** The words of a reason are made from its code and data, and read nothing. */
const wordsOfReason: ReadonlySet<string> = new Set(['message', 'subject', 'remedy']);

/** A field costs 1 plus its rows times the cost of one row. Connections declare their number of rows. */
const rowsTimesFields: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (type.name === 'Reason' && wordsOfReason.has(field.name)) return 0;
  if (!isCompositeType(getNamedType(field.type))) return 1;
  const requested: unknown = args['first'] ?? args['last'];
  if (typeof requested === 'number') return 1 + pageSize(requested) * childComplexity;
  const ids: unknown = args['ids'];
  if (Array.isArray(ids)) return 1 + pageSize(ids.length) * childComplexity;
  const isList = isListType(getNullableType(field.type));
  // The rows of a connection are counted at the connection.
  const isOfConnection = field.name === 'nodes' || field.name === 'edges';
  const rows = isList && !isOfConnection ? (rowsOfKnownList[field.name] ?? rowsOfOpenList) : 1;
  return 1 + rows * childComplexity;
};

/** A size that the resolver refuses must not lower the cost of the query. */
const pageSize = (requested: number): number => Math.min(Math.max(requested, 1), largestPage);
