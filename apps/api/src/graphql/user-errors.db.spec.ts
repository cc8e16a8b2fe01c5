import { setTimeout } from 'node:timers/promises';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { graphqlCalls } from '../testing/access-calls.js';
import { type Answer, ApiUnderTest, at } from '../testing/api-under-test.js';
import { storeSamples } from '../testing/store-samples.js';

let api: ApiUnderTest;
let schema: GraphQLSchema;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeSamples(api.api.parts.ports.store);
  schema = api.api.app.get(GraphQLSchemaHost, { strict: false }).schema;
});
afterAll(() => api.close());

/** They concern the session of a user, which a token has not. */
const ofUsers = [
  'setPassword',
  'signOut',
  'decideDevice',
  'createChatCode',
  'unlinkChatIdentities',
];
/** Their calls are no refusals. */
const done = ['convertManifests', 'recheckCluster', 'commentDecision', 'simulateDisruption'];

const mutations = () => Object.values(schema.getMutationType()?.getFields() ?? {});

async function send(name: string, type: string): Promise<Answer> {
  const text = `mutation ($input: ${type}) { ${name}(input: $input) { userErrors { code field message } } }`;
  for (;;) {
    const answer = await api.graphql(api.writer, text, { input: graphqlCalls[name] });
    if (answer.status !== 429) return answer;
    await setTimeout(Number(answer.headers.get('retry-after') ?? '1') * 1_000);
  }
}

describe('every mutation', () => {
  it('has typed userErrors in its payload, and one input', () => {
    const lacking = mutations().flatMap(({ name, type, args }) => {
      const payload = getNamedType(type);
      const fields = isObjectType(payload) ? payload.getFields() : {};
      const isTyped = String(fields['userErrors']?.type) === '[UserError!]!';
      const hasInput = args.every((argument) => argument.name === 'input');
      return isTyped && hasInput && args.length <= 1 ? [] : [name];
    });
    expect(lacking).toEqual([]);
  });

  it('that is refused has userErrors and no error of the request', async () => {
    const found: string[] = [];
    for (const { name, args } of mutations()) {
      const [input] = args;
      if (input === undefined || [...ofUsers, ...done].includes(name)) continue;
      const { body } = await send(name, String(input.type));
      const [first] = Object(at(body, `data.${name}.userErrors`) ?? []);
      const isTyped = /^[A-Z_]+$/.test(String(at(first, 'code'))) && at(first, 'message') !== '';
      if (at(body, 'errors') !== undefined || !isTyped) {
        found.push(`${name}: ${JSON.stringify(body).slice(0, 300)}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('with an old expectedVersion is STALE, or NOT_FOUND if the object is gone', async () => {
    const found: string[] = [];
    for (const { name, args } of mutations()) {
      const [input] = args;
      const call = graphqlCalls[name];
      const isVersioned = typeof call === 'object' && 'expectedVersion' in call;
      if (input === undefined || !isVersioned) continue;
      const { body } = await send(name, String(input.type));
      const code = String(at(body, `data.${name}.userErrors.0.code`));
      // A manifest or a confirmation that is wrong is refused first.
      if (!['STALE', 'NOT_FOUND', 'INVALID'].includes(code)) found.push(`${name}: ${code}`);
      const isFirst = ['approveDecision', 'rejectDecision', 'updateCluster', 'deleteDefinition'];
      if (isFirst.includes(name) && code !== 'STALE') found.push(`${name}: ${code}`);
    }
    expect(found).toEqual([]);
  });
});
