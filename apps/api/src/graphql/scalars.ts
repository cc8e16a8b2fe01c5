import { formatDecimalUsd, parseDecimalUsd } from '@kerf/core';
import {
  GraphQLError,
  GraphQLScalarType,
  Kind,
  print,
  TokenKind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { formatInstant, parseInstant } from '../contract/instant.js';
import { expectedUsd, withUsd } from '../contract/money.js';

/** Conversions of a scalar; `undefined` for an invalid value. */
interface ScalarRule {
  readonly name: string;
  readonly expected: string;
  readonly write: (value: unknown) => unknown;
  readonly read: (value: unknown) => unknown;
}

const isSafeInt = (value: unknown): value is number => Number.isSafeInteger(value);
const quantity = /^[+-]?(\d+(\.\d*)?|\.\d+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$/;

/** Micro-USD inside. */
const decimalUsd: Omit<ScalarRule, 'name'> = {
  expected: expectedUsd,
  write: (value) => (isSafeInt(value) ? formatDecimalUsd(value) : undefined),
  read: (value) => (typeof value === 'string' ? (parseDecimalUsd(value) ?? undefined) : undefined),
};

const rules: readonly ScalarRule[] = [
  {
    name: 'DateTime',
    expected: 'an RFC 3339 timestamp such as 2026-11-21T14:00:00.000Z',
    write: (value) => (isSafeInt(value) ? formatInstant(value) : undefined),
    read: (value) => parseInstant(value) ?? undefined,
  },
  {
    name: 'DurationMs',
    expected: 'a whole number of milliseconds, 0 or more',
    write: (value) => (isSafeInt(value) && value >= 0 ? value : undefined),
    read: (value) => (isSafeInt(value) && value >= 0 ? value : undefined),
  },
  {
    name: 'SafeInt',
    expected: 'a whole number within ±(2^53 - 1)',
    write: (value) => (isSafeInt(value) ? value : undefined),
    read: (value) => (isSafeInt(value) ? value : undefined),
  },
  { name: 'UsdPerHour', ...decimalUsd },
  { name: 'Usd', ...decimalUsd },
  {
    name: 'Quantity',
    expected: 'a Kubernetes quantity such as 1500m or 4Gi',
    write: (value) => (isQuantity(value) ? value : undefined),
    read: (value) => (isQuantity(value) ? value : undefined),
  },
  {
    name: 'JSON',
    expected: 'a JSON value',
    write: withUsd,
    read: (value) => value,
  },
];

function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && quantity.test(value);
}

/** Scalars of the schema, strict in both directions: an invalid value is an error and is never converted. */
export const scalars: Readonly<Record<string, GraphQLScalarType>> = Object.fromEntries(
  rules.map((rule) => [rule.name, toScalar(rule)]),
);

function toScalar({ name, expected, write, read }: ScalarRule): GraphQLScalarType {
  const parseValue = (value: unknown): unknown => {
    const parsed = read(value);
    if (parsed === undefined) throw new GraphQLError(`${name} must be ${expected}`);
    return parsed;
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => {
      const written = write(value);
      if (written === undefined) throw new GraphQLError(`${String(value)} is not a valid ${name}`);
      return written;
    },
    parseValue,
    parseLiteral: (node: ValueNode, variables) => {
      // A number literal is text in the document; a string literal with digits stays a string.
      const parsed = read(
        node.kind === Kind.INT ? Number(node.value) : valueFromASTUntyped(node, variables),
      );
      if (parsed !== undefined) return parsed;
      const found = `${placeOf(node)} got invalid value ${print(node).slice(0, longestShown)}`;
      throw new GraphQLError(`${found}; ${name} must be ${expected}`, { nodes: node });
    },
  });
}

const longestShown = 80;

/** Names the argument or input field of a literal by the tokens before it; graphql-js passes no more. */
function placeOf({ loc }: ValueNode): string {
  const colon = loc?.startToken.prev;
  const name = colon?.kind === TokenKind.COLON ? colon.prev?.value : undefined;
  return name === undefined ? 'A literal' : `"${name}"`;
}
