import { AppError } from '@kerf/core';

/** A policy of a role, in IAM's own JSON. */
export interface PolicyDocument {
  readonly Statement: readonly PolicyStatement[];
}

export interface PolicyStatement {
  readonly Sid?: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: OneOrMany;
  readonly Resource: OneOrMany;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, OneOrMany>>>>;
}

type OneOrMany = string | readonly string[];

/** A required permission; a call may require several. */
export interface AccessRequest {
  /** E.g. `ec2:RunInstances`. */
  readonly action: string;
  /** ARN, or `*` for actions without a resource. */
  readonly resource: string;
  /** Values of condition keys, e.g. `aws:RequestTag/team`. */
  readonly context: AccessContext;
}

export type AccessContext = Readonly<Record<string, OneOrMany>>;

/**
 * Returns true if a statement allows the request and none denies it.
 * Source: the IAM user guide, policy evaluation logic and condition operators.
 */
export function allows({ Statement }: PolicyDocument, request: AccessRequest): boolean {
  const matching = Statement.filter((statement) => matches(statement, request));
  return (
    matching.some(({ Effect }) => Effect === 'Allow') &&
    !matching.some(({ Effect }) => Effect === 'Deny')
  );
}

function matches(statement: PolicyStatement, { action, resource, context }: AccessRequest) {
  return (
    many(statement.Action).some((pattern) => isLike(action.toLowerCase(), pattern.toLowerCase())) &&
    many(statement.Resource).some((pattern) => isLike(resource, pattern)) &&
    Object.entries(statement.Condition ?? {}).every(([operator, keys]) =>
      Object.entries(keys).every(([key, expected]) =>
        holds(operator, context[key], many(expected)),
      ),
    )
  );
}

type Comparison = (value: string, expected: string) => boolean;

const comparisons: Readonly<Record<string, Comparison>> = {
  StringEquals: (value, expected) => value === expected,
  StringLike: isLike,
};

/** @throws CONFIG.INVALID for an operator that the sandbox does not simulate */
function holds(
  operator: string,
  actual: OneOrMany | undefined,
  expected: readonly string[],
): boolean {
  const [, quantifier, name = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  const compare = comparisons[name];
  if (compare === undefined) throw unsimulated(operator);
  const isExpected = (value: string) => expected.some((each) => compare(value, each));
  if (quantifier === 'ForAllValues') return many(actual ?? []).every(isExpected);
  if (actual === undefined) return ifExists !== undefined;
  return many(actual).some(isExpected);
}

const unsimulated = (operator: string) =>
  new AppError({
    code: 'CONFIG.INVALID',
    message: `the sandbox does not simulate the condition operator ${operator}`,
  });

const many = (value: OneOrMany): readonly string[] => (typeof value === 'string' ? [value] : value);

/**
 * Matches a pattern in which `*` is any text and `?` any character, as in ARNs and `StringLike`.
 */
function isLike(value: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(value);
}

/**
 * Parses a policy and checks all its conditions, so that an unsupported one is reported when the
 * sandbox starts.
 * @throws CONFIG.INVALID
 */
export function readPolicy(json: string): PolicyDocument {
  const value: unknown = JSON.parse(json);
  if (!isPolicy(value)) {
    throw new AppError({ code: 'CONFIG.INVALID', message: 'the policy has no Statement list' });
  }
  for (const { Condition = {} } of value.Statement) {
    for (const operator of Object.keys(Condition)) holds(operator, undefined, []);
  }
  return value;
}

function isPolicy(value: unknown): value is PolicyDocument {
  return (
    typeof value === 'object' &&
    value !== null &&
    'Statement' in value &&
    Array.isArray(value.Statement) &&
    value.Statement.every(isStatement)
  );
}

function isStatement(value: unknown): value is PolicyStatement {
  return (
    typeof value === 'object' &&
    value !== null &&
    'Effect' in value &&
    'Action' in value &&
    'Resource' in value
  );
}
