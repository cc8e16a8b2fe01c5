import { createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { type ErrorCode, InvariantViolation, isAppError } from '@kerf/core';
import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { z } from 'zod';
import type { IdempotentRequests } from '../../contract/idempotent-requests.js';
import { badInput } from '../../contract/public-error.js';
import type { UserError, UserErrorCode } from '../../generated/schema-types.js';
import type { GraphqlContext } from '../graphql-context.js';

/** Mutations whose use case stores a key itself, because REST takes the same key. */
export const keyedByUseCase: ReadonlySet<string> = new Set([
  'applyManifests',
  'approveDecision',
  'breakGlass',
  'commentDecision',
  'createStandingApproval',
  'excludeNodes',
  'registerCluster',
  'rejectDecision',
  'setPause',
  'simulateDisruption',
  'withdrawApproval',
]);
/** Mutations whose input may have a password: a digest that is fast to compute would help to guess it. */
export const withPassword: ReadonlySet<string> = new Set([
  'setPassword',
  'createGitRepository',
  'updateGitRepository',
  'createNotificationChannel',
  'updateNotificationChannel',
]);
/** Fields of payloads that are returned once, and never stored. */
export const secretFields: ReadonlySet<string> = new Set([
  'secret',
  'signingSecret',
  'code',
  'logoutUrl',
]);
const maxIdLength = 255;

const inputOfMutation = z.looseObject({
  clientMutationId: z.string().nullish(),
  idempotencyKey: z.string().nullish(),
});
const payloadOfMutation = z.looseObject({ userErrors: z.array(z.unknown()) });
type Payload = z.output<typeof payloadOfMutation>;

type Mutation = Pick<GraphQLField<unknown, unknown>, 'type' | 'args'>;

interface RunnerParts {
  readonly idempotent: IdempotentRequests;
  /** The text of the schema: a payload that was stored under another one may lack fields. */
  readonly schemaText: string;
}

/** Serves what {@link completeMutations} adds to each mutation, around the resolvers of the modules. */
export function runMutations(schema: GraphQLSchema, parts: RunnerParts): GraphQLSchema {
  const runner = new MutationRunner(parts);
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    field.resolve = runner.around(field);
  }
  return schema;
}

class MutationRunner {
  readonly #idempotent: IdempotentRequests;
  readonly #schemaDigest: string;

  constructor({ idempotent, schemaText }: RunnerParts) {
    this.#idempotent = idempotent;
    this.#schemaDigest = createHash('sha256').update(schemaText).digest('hex');
  }

  around(mutation: GraphQLField<unknown, unknown>): GraphQLFieldResolver<unknown, GraphqlContext> {
    const { name, resolve } = mutation;
    if (resolve === undefined) throw new InvariantViolation(`mutation ${name} has no resolver`);
    return async (source, args, context, info) => {
      const { clientMutationId, idempotencyKey, ...data } = inputOfMutation.parse(
        args['input'] ?? {},
      );
      if (clientMutationId !== undefined && clientMutationId !== null) refuseLong(clientMutationId);
      const isOwn = keyedByUseCase.has(name);
      const input = isOwn ? { ...data, idempotencyKey } : data;
      const run = async (): Promise<Payload> => {
        const result = await resolve(source, { input }, context, info);
        // Nest returns the errors of guards and resolvers.
        if (!(result instanceof Error)) return payloadOfMutation.parse(result);
        // A use case that stores the key itself also throws for a key that is in use.
        const refused = isOwn ? null : refusedPayload(mutation, result);
        if (refused === null) throw result;
        return refused;
      };
      const key = isOwn ? null : idempotencyKey;
      const payload =
        key === null || key === undefined
          ? await run()
          : await this.#once(name, context, { key, data }, run);
      return { ...payload, clientMutationId: clientMutationId ?? null };
    };
  }

  /** The first caller gets the payload itself, with its secrets. */
  async #once(
    name: string,
    { caller }: GraphqlContext,
    { key, data }: { readonly key: string; readonly data: unknown },
    run: () => Promise<Payload>,
  ): Promise<Payload> {
    let first: Payload | undefined;
    const input = withPassword.has(name)
      ? await slowDigest(data, `${caller.principal.id} ${key}`)
      : data;
    const stored = await this.#idempotent.run(
      { caller, operation: `graphql ${name}`, key, input },
      {
        run: async () => {
          first = await run();
          return { schema: this.#schemaDigest, payload: withoutSecrets(first) };
        },
        isFinal: ({ payload }) => payload.userErrors.length === 0,
        schema: z.object({ schema: z.literal(this.#schemaDigest), payload: payloadOfMutation }),
      },
    );
    return first ?? stored.payload;
  }
}

/** Errors of a store or a domain rule during a write, e.g. a name that is taken since it was checked. */
const userErrorCodes: Readonly<Partial<Record<ErrorCode, UserErrorCode>>> = {
  'STATE.CONFLICT': 'CONFLICT',
  'STATE.NOT_FOUND': 'NOT_FOUND',
  'STATE.STALE': 'STALE',
};

/** Returns the payload of a mutation that was refused; `null` if the error is none of the caller. */
function refusedPayload({ type, args }: Mutation, error: Error): Payload | null {
  const code = isAppError(error) ? userErrorCodes[error.code] : undefined;
  const payload = getNamedType(type);
  if (code === undefined || !isObjectType(payload)) return null;
  const others = Object.values(payload.getFields()).filter(({ name }) => name !== 'userErrors');
  if (others.some((field) => isNonNullType(field.type))) return null;
  return {
    ...Object.fromEntries(others.map(({ name }) => [name, null])),
    userErrors: userErrorsOf(code, error, inputFieldsOf(args)),
  };
}

function inputFieldsOf(args: Mutation['args']): readonly string[] {
  const input = getNamedType(args[0]?.type);
  return isInputObjectType(input) ? Object.keys(input.getFields()) : [];
}

/** One for each field of the input that the error names, with its sentence; otherwise one without a field. */
function userErrorsOf(
  code: UserErrorCode,
  error: Error,
  inputFields: readonly string[],
): UserError[] {
  const { message } = error;
  const paths = (isAppError(error) ? error.fields : []).flatMap(({ path }) =>
    inputFields.includes(path.split('.', 1).join('')) ? [path] : [],
  );
  return paths.length === 0
    ? [{ code, field: null, message }]
    : paths.map((path) => ({ code, field: `input.${path}`, message }));
}

function refuseLong(clientMutationId: string): void {
  if (clientMutationId.length <= maxIdLength) return;
  const message = `must have at most ${maxIdLength} characters`;
  throw badInput('The input is invalid.', [{ path: 'input.clientMutationId', message }]);
}

const deriveKey = promisify<string, string, number, Buffer>(scrypt);

const slowDigest = async (data: unknown, salt: string): Promise<string> =>
  (await deriveKey(JSON.stringify(data), salt, 32)).toString('hex');

const withoutSecrets = (payload: Payload): Payload => ({
  ...Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, secretFields.has(name) ? null : value]),
  ),
  userErrors: payload.userErrors,
});
