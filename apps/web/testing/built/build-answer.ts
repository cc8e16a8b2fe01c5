import {
  executeSync,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { operationName } from '../recording/operation-name.js';
import { recordedAt } from '../recording/recording.js';
import { loadSchema } from '../recording/schema.js';
import { accessRoots } from './access.js';
import { approvalRoots } from './approvals.js';
import { brakeRoots } from './brakes.js';
import { budgetRoots } from './budgets.js';
import { clusterRoots } from './clusters.js';
import { costRoots } from './costs.js';
import { gitRoots } from './git.js';
import { notificationRoots } from './notifications.js';
import type { Roots } from './roots.js';
import { spotPoolRoots } from './spot-pools.js';

const roots: Roots = {
  ...accessRoots,
  ...approvalRoots,
  ...brakeRoots,
  ...budgetRoots,
  ...clusterRoots,
  ...costRoots,
  ...gitRoots,
  ...notificationRoots,
  ...spotPoolRoots,
};

/**
 * Returns the answer to a request whose operation is not recorded: the objects of the builders, with the fields that the
 * request selects. Fields that a builder leaves out are null or empty, as the schema allows.
 * @throws if the request or an object does not match the schema of the API
 */
export function buildAnswer(
  document: string,
  variables: Readonly<Record<string, unknown>>,
  builders = roots,
): unknown {
  const { data, errors } = executeSync({
    schema: loadSchema(),
    document: parse(document),
    variableValues: variables,
    contextValue: builders,
    fieldResolver,
  });
  if (errors === undefined) return data;
  const problems = errors.map(({ path, message }) => `${path?.join('.') ?? 'request'}: ${message}`);
  throw new Error(
    `The answer to ${operationName(document)} cannot be built; see testing/built.\n${problems.join('\n')}`,
  );
}

const fieldResolver: GraphQLFieldResolver<unknown, Roots> = (
  source,
  args,
  builders,
  { fieldName, returnType },
) => {
  const built =
    source === undefined
      ? builders[fieldName]?.({ input: {}, ...args })
      : memberOf(source, fieldName);
  if (built === undefined) return emptyValue(returnType);
  expectKnownFields(built, returnType);
  return built;
};

const memberOf = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined;

/** A field that the type does not have is a mistake of the builder: nobody could see it in an answer. */
function expectKnownFields(built: unknown, returnType: GraphQLOutputType): void {
  const type = getNamedType(returnType);
  if (!isObjectType(type)) return;
  const fields = type.getFields();
  for (const each of [built].flat()) {
    const unknown = Object.keys(Object(each)).filter((name) => fields[name] === undefined);
    if (unknown.length > 0) throw new Error(`${type.name} has no field ${unknown.join(', ')}`);
  }
}

const emptyScalars: Readonly<Record<string, unknown>> = {
  Boolean: false,
  DateTime: recordedAt.toISOString(),
  DurationMs: 0,
  Int: 0,
  Float: 0,
  SafeInt: 0,
};

/** Returns the least that a type allows: null, an empty list, an object without fields, the first value, zero. */
function emptyValue(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null;
  const required = getNullableType(type);
  if (isListType(required)) return [];
  if (isObjectType(required)) return {};
  if (isEnumType(required)) return required.getValues()[0]?.name;
  return emptyScalars[required.toString()] ?? '0';
}
