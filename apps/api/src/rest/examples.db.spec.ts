import { createApiToken } from '@kerf/application';
import { invariant } from '@kerf/core';
import { aDecision, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Answer, ApiUnderTest, ada, at, type Sender } from '../testing/api-under-test.js';
import { bodyExamples, jsonPatchExamples } from './examples.js';
import { jsonPatchType, mergePatchType } from './patch.js';

let api: ApiUnderTest;
let caller: Sender;
let operations: ReadonlyMap<string, DescribedOperation>;
beforeAll(async () => {
  const KERF_SECRET_KEY = Buffer.alloc(32, 1).toString('base64');
  api = await ApiUnderTest.start(inject('databaseUrl'), { KERF_SECRET_KEY });
  const { ports } = api.api.parts;
  const { store } = ports;
  const outcome = await createApiToken(ports, ada, {
    name: 'examples',
    role: 'admin',
    scope: { kind: 'Organization' },
    expiresInDays: 365,
    requestId: null,
  });
  invariant(outcome.kind === 'Created', JSON.stringify(outcome));
  caller = { authorization: `Bearer ${outcome.secret}` };
  await storeFleet(store);
  const clusterId = storedFleet.cluster;
  for (const id of ['dec_approve', 'dec_reject', 'dec_glass', 'dec_exclude']) {
    await store.decisions.insert(aDecision({ clusterId, id }), []);
  }
  operations = operationsIn((await api.send('GET', '/openapi.json', {})).body);
});
afterAll(() => api.close());

interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly example: unknown;
  readonly patchExample: unknown;
  readonly takesBody: boolean;
}

function operationsIn(document: unknown): ReadonlyMap<string, DescribedOperation> {
  const found = Object.entries(Object(at(document, 'paths'))).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, operation]) => {
      const id = String(at(operation, 'operationId'));
      const content: ReadonlyMap<string, unknown> = new Map(
        Object.entries(Object(at(operation, 'requestBody.content'))),
      );
      const merge = content.get('application/json') ?? content.get(mergePatchType);
      return {
        id,
        method: method.toUpperCase(),
        path,
        example: at(merge, 'example'),
        patchExample: at(content.get(jsonPatchType), 'example'),
        takesBody: content.size > 0,
      };
    }),
  );
  return new Map(found.map((each) => [each.id, each]));
}

/** IDs of what the examples before created, by the first part of the path. */
const created = new Map<string, string>();
const decisions: Readonly<Record<string, string>> = {
  approveDecision: 'dec_approve',
  withdrawApproval: 'dec_approve',
  rejectDecision: 'dec_reject',
  breakGlass: 'dec_glass',
  createStandingApproval: 'dec_approve',
  excludeNodes: 'dec_exclude',
  commentDecision: 'dec_exclude',
};

/** Their input is accepted, but the decisions here are in another state than they need. */
const refused: Readonly<Record<string, number>> = {
  // Only while other approvals are missing.
  withdrawApproval: 409,
  // Only if the decision asks for an approval.
  createStandingApproval: 400,
  // Only if nodes are left.
  excludeNodes: 400,
  // Only for an object that its cluster manages.
  openPullRequest: 400,
};

async function send(id: string, body: unknown, contentType: string): Promise<Answer> {
  const operation = operations.get(id);
  invariant(operation !== undefined, `there is no operation ${id}`);
  const { method, path } = operation;
  const [, , , noun = ''] = path.split('/');
  const target = path
    .replace('{cluster}', storedFleet.cluster)
    .replace('{scope}', 'organization')
    .replace('{version}', '1')
    .replace('{id}', decisions[id] ?? created.get(noun) ?? 'none');
  const query = /node-(?:pools|classes)$/.test(path) ? `?cluster=${storedFleet.cluster}` : '';
  const headers: Sender = { ...caller, 'if-match': '*', 'content-type': contentType };
  const answer = await api.send(method, `${target}${query}`, headers, body);
  const made =
    at(answer.body, 'token.id') ?? at(answer.body, 'channel.id') ?? at(answer.body, 'id');
  if (answer.status === 201 && typeof made === 'string') created.set(noun, made);
  return answer;
}

describe('the examples of the OpenAPI document', () => {
  it('exist for each operation with a body, and for no other', () => {
    const withBody = [...operations.values()].filter(({ takesBody }) => takesBody);
    expect(withBody.filter(({ example }) => example === undefined).map(({ id }) => id)).toEqual([]);
    expect(new Set(withBody.map(({ id }) => id))).toEqual(new Set(Object.keys(bodyExamples)));
    expect(
      withBody
        .flatMap(({ id, patchExample }) => (patchExample === undefined ? [] : [id]))
        .toSorted(),
    ).toEqual(Object.keys(jsonPatchExamples).toSorted());
  });

  it.each(Object.keys(bodyExamples))('are executed: %s', async (id) => {
    const { example } = operations.get(id) ?? {};
    const body =
      id === 'createNotificationRule'
        ? { ...Object(example), channelId: created.get('notification-channels') }
        : example;
    const type = id.startsWith('patch') ? mergePatchType : 'application/json';
    const answer = await send(id, body, type);
    const expected = refused[id] ?? 200;
    const isDone = answer.status >= expected && answer.status < expected + 5;
    expect(isDone ? 'done' : JSON.stringify(answer.body)).toBe('done');
    if (answer.status !== 201) return;
    const location = answer.headers.get('location');
    const read = await api.send('GET', String(location), caller);
    expect([location, read.status]).toEqual([location, 200]);
  });

  it.each(Object.keys(jsonPatchExamples))('are executed as JSON patch: %s', async (id) => {
    const answer = await send(id, operations.get(id)?.patchExample, jsonPatchType);
    expect(answer.status === 200 ? 'done' : JSON.stringify(answer.body)).toBe('done');
  });
});
