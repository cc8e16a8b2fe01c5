import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { invariant } from '@kerf/core';
import { storedFleet } from '@kerf/testing';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  Kind,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Answer, ApiUnderTest, at } from '../../testing/api-under-test.js';
import { storeSamples } from '../../testing/store-samples.js';
import { completeMutations } from './complete-mutations.js';
import { keyedByUseCase, secretFields, withPassword } from './run-mutations.js';

let api: ApiUnderTest;
let schema: GraphQLSchema;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'), {
    KERF_SECRET_KEY: randomBytes(32).toString('base64'),
  });
  await storeSamples(api.api.parts.ports.store);
  schema = api.api.app.get(GraphQLSchemaHost, { strict: false }).schema;
});
afterAll(() => api.close());

const mutations = () => Object.values(schema.getMutationType()?.getFields() ?? {});

/** All fields without arguments, three levels deep. */
function selectionOf(type: GraphQLOutputType, levels = 3): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const inner = getNamedType(field.type);
    if (isScalarType(inner) || isEnumType(inner)) return [field.name];
    const selection = levels > 1 ? selectionOf(field.type, levels - 1) : '';
    return selection === '' ? [] : [`${field.name} ${selection}`];
  });
  return fields.length === 0 ? '' : `{ ${fields.join(' ')} }`;
}

function send(name: string, input: object, sender = api.writer): Promise<Answer> {
  const field = schema.getMutationType()?.getFields()[name];
  const [argument] = field?.args ?? [];
  invariant(field !== undefined && argument !== undefined, `no mutation ${name}`);
  const text = `mutation ($input: ${String(argument.type)}) { ${name}(input: $input) ${selectionOf(field.type)} }`;
  return api.graphql(sender, text, { input });
}

const isReplay = ({ body }: Answer) => at(body, 'extensions.idempotencyReplayed') === true;

interface Described {
  readonly name: string;
  readonly type: GraphQLInputType | GraphQLOutputType;
  readonly description?: string | null | undefined;
}

const isText = (type: GraphQLInputType | GraphQLOutputType): boolean =>
  getNamedType(type).name === 'String' && !isListType(getNullableType(type));

/** A text that is called a secret, by its name or its description. */
const isSecret = ({ name, type, description }: Described): boolean =>
  isText(type) &&
  (/secret|password/i.test(name) || /\ba secret\b|password/i.test(description ?? ''));

/** The fields of a type and of the types in it. */
function fieldsBelow(
  root: GraphQLInputType | GraphQLOutputType | undefined,
  seen = new Set<string>(),
): readonly Described[] {
  const type = root === undefined ? undefined : getNamedType(root);
  if (type === undefined || seen.has(type.name)) return [];
  seen.add(type.name);
  if (!isObjectType(type) && !isInputObjectType(type)) return [];
  const fields: readonly Described[] = Object.values(type.getFields());
  return fields.flatMap((field) => [field, ...fieldsBelow(field.type, seen)]);
}

describe('every mutation', () => {
  it('takes clientMutationId and idempotencyKey, and returns clientMutationId', () => {
    const lacking = mutations().flatMap(({ name, args, type }) => {
      const input = String(getNamedType(args[0]?.type));
      const fields = Object(schema.getType(input));
      const taken = 'getFields' in fields ? Object.keys(fields.getFields()) : [];
      const payload = getNamedType(type);
      const returned = isObjectType(payload) ? Object.keys(payload.getFields()) : [];
      const isComplete =
        taken.includes('clientMutationId') &&
        taken.includes('idempotencyKey') &&
        returned.includes('clientMutationId');
      return isComplete ? [] : [name];
    });
    expect(lacking).toEqual([]);
  });

  it('stores its key once: in the use case if its module declares the key, around it otherwise', () => {
    const declared = new Set<string>();
    for (const file of globSync(new URL('../../modules/*/*.graphql', import.meta.url).pathname)) {
      for (const definition of parse(readFileSync(file, 'utf8')).definitions) {
        const isKeyed =
          definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION &&
          definition.fields?.some(({ name }) => name.value === 'idempotencyKey') === true;
        if (isKeyed) declared.add(definition.name.value);
      }
    }
    const keyed = mutations().flatMap(({ name, args }) =>
      declared.has(String(getNamedType(args[0]?.type))) ? [name] : [],
    );
    expect(keyed.toSorted()).toEqual([...keyedByUseCase].toSorted());
  });

  it('compares its input by a slow digest if it has a secret, and only then', () => {
    const withSecret = mutations().flatMap(({ name, args }) =>
      fieldsBelow(args[0]?.type).some(isSecret) ? [name] : [],
    );
    expect(withSecret.toSorted()).toEqual([...withPassword].toSorted());
  });

  it('stores none of the secrets that it returns, which are beside the object', () => {
    const payloads = mutations().map(({ type }) => getNamedType(type));
    const texts: readonly Described[] = payloads.flatMap((payload) =>
      isObjectType(payload)
        ? Object.values(payload.getFields()).filter(({ type }) => isText(type))
        : [],
    );
    // A new text beside the object is a secret, or is added here.
    const harmless = ['clientMutationId', 'message', 'name'];
    const names = new Set(texts.map(({ name }) => name));
    expect([...names].toSorted()).toEqual([...secretFields, ...harmless].toSorted());
    const within = payloads.flatMap((payload) =>
      fieldsBelow(payload).filter(
        (field) => isSecret(field) && texts.every((text) => text !== field),
      ),
    );
    expect(within.map(({ name }) => name)).toEqual([]);
  });

  it('cannot use an input that is part of another input', () => {
    const text = `
      extend type Mutation { make(input: PartInput!): MakePayload! }
      input PartInput { name: String } input WholeInput { part: PartInput! }
      type MakePayload { name: String }`;
    expect(() => completeMutations(parse(text))).toThrow('PartInput is the input of a mutation');
  });
});

describe('clientMutationId', () => {
  const team = { name: 'echo', clientMutationId: 'mine-1' };

  it('is returned, also by a mutation that is refused', async () => {
    const [made, refused] = [await send('createTeam', team), await send('createTeam', team)];
    expect(at(made.body, 'data.createTeam')).toMatchObject({
      clientMutationId: 'mine-1',
      userErrors: [],
    });
    expect(at(refused.body, 'data.createTeam')).toMatchObject({
      clientMutationId: 'mine-1',
      team: null,
      userErrors: [{ code: 'CONFLICT', field: 'input.name' }],
    });
  });

  it('is null if there is none, and refused if it is long', async () => {
    const without = await send('unlinkChatIdentities', {});
    expect(at(without.body, 'data.unlinkChatIdentities.clientMutationId')).toBeNull();
    const long = await send('createTeam', { name: 'long', clientMutationId: 'x'.repeat(256) });
    expect(at(long.body, 'errors.0.extensions')).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'input.clientMutationId' }],
    });
  });
});

const scope = { kind: 'CLUSTER', clusterId: storedFleet.cluster };

describe('an idempotency key', () => {
  it.each<[string, object]>([
    ['createTeam', { name: 'once' }],
    ['createRole', { name: 'once', actions: ['NODE_READ'] }],
    ['bindRole', { subjectKind: 'GROUP', subjectId: 'sre', role: 'viewer', scope }],
    ['createSpendLimit', { scope, hourly: '5' }],
    ['changeAlertThresholds', { scope: { kind: 'ORGANIZATION' }, expectedVersion: 0, nodes: 7 }],
    ['changeBrakeSettings', { ...scope, kind: undefined, expectedVersion: 0, alertNodes: 7 }],
    [
      'createNotificationChannel',
      { kind: 'TEAMS', name: 'once', webhookUrl: 'https://t.example/1' },
    ],
    ['setPause', { scope, stops: 'CONSOLIDATION', reason: 'once' }],
  ])('executes %s once, and returns the same again with a mark', async (name, input) => {
    const keyed = { ...input, idempotencyKey: `once-${name}`, clientMutationId: 'a' };
    const first = await send(name, keyed);
    const again = await send(name, { ...keyed, clientMutationId: 'b' });
    expect(at(first.body, `data.${name}`)).toMatchObject({ userErrors: [], clientMutationId: 'a' });
    expect(at(again.body, `data.${name}`)).toEqual({
      ...Object(at(first.body, `data.${name}`)),
      clientMutationId: 'b',
    });
    expect([first, again].map(isReplay)).toEqual([false, true]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is a conflict for another request, and not used up by a refusal', async () => {
    await send('createTeam', { name: 'first', idempotencyKey: 'k' });
    const other = await send('createTeam', { name: 'second', idempotencyKey: 'k' });
    expect(at(other.body, 'errors.0.extensions.code')).toBe('CONFLICT');
    // The key belongs to the mutation and to the caller.
    expect(
      isReplay(
        await send('createRole', { name: 'k', actions: ['NODE_READ'], idempotencyKey: 'k' }),
      ),
    ).toBe(false);
    const refused = await send('createTeam', { name: '', idempotencyKey: 'again' });
    expect(at(refused.body, 'data.createTeam.userErrors.0.code')).toBe('INVALID');
    const done = await send('createTeam', { name: 'third', idempotencyKey: 'again' });
    expect(at(done.body, 'data.createTeam')).toMatchObject({ team: { name: 'third' } });
    expect(isReplay(done)).toBe(false);
  });

  it('of a forbidden caller is not used up, and stores nothing', async () => {
    const denied = await send('createTeam', { name: 'no', idempotencyKey: 'no' }, api.reader);
    expect(at(denied.body, 'errors.0.extensions.code')).toBe('FORBIDDEN');
    const { rows } = await api.api.parts.database.pool.query(
      "SELECT key FROM idempotency_records WHERE key LIKE '% no'",
    );
    expect(rows).toEqual([]);
  });

  it('creates one token; its secret is returned once and not stored', async () => {
    const input = { name: 'ci', role: 'viewer', expiresInDays: 1, idempotencyKey: 'token' };
    const first = await send('createApiToken', input);
    const again = await send('createApiToken', input);
    const secret = String(at(first.body, 'data.createApiToken.secret'));
    expect(secret).toMatch(/^kerf_token_/);
    expect(at(again.body, 'data.createApiToken')).toMatchObject({
      secret: null,
      token: { id: at(first.body, 'data.createApiToken.token.id') },
    });
    const { rows } = await api.api.parts.database.pool.query('SELECT * FROM idempotency_records');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('does not return a response that another schema stored', async () => {
    const input = { name: 'old', idempotencyKey: 'old' };
    await send('createTeam', input);
    await api.api.parts.database.pool.query(
      "UPDATE idempotency_records SET answer = jsonb_set(answer, '{value,schema}', '\"other\"') WHERE key LIKE '% old'",
    );
    const again = await send('createTeam', input);
    expect(at(again.body, 'errors.0')).toMatchObject({
      message: expect.stringContaining('incompatible version'),
      extensions: { code: 'CONFLICT' },
    });
  });
});
