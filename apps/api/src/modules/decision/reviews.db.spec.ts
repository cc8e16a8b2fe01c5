import { type AskRequirement, type Decision } from '@kerf/application';
import { invariant } from '@kerf/core';
import {
  aCommandCandidate,
  aDecision,
  anApproval,
  anEmptyCommand,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Answer, ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';

const clusterId = storedFleet.cluster;
const [first, second] = ['ip-10-0-0-1', 'ip-10-0-0-2'];

let api: ApiUnderTest;
/** Two people with all rights, and a token of another NodePool. */
let grace: Sender;
let alan: Sender;
let otherPool: Sender;
let number = 0;
let id = '';

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
  grace = await api.signIn('grace');
  alan = await api.signIn('alan');
  otherPool = await tokenOf('other pool', 'other');
});
afterAll(() => api.close());
beforeEach(() => {
  number += 1;
  id = `dec_review_${number}`;
});

const tokenOf = (name: string, nodePool: string, role = 'admin'): Promise<Sender> =>
  api.senderOf({ name, role, scope: { kind: 'NodePool', clusterId, nodePool } });

/** Stores the removal of two empty nodes that awaits approval. */
async function awaiting(
  ask: Partial<AskRequirement> = {},
  fields: Partial<Decision> = {},
): Promise<void> {
  const candidates = [first, second].map((nodeName) => ({ ...aCommandCandidate(), nodeName }));
  const approval = anApproval(ask);
  const decision = aDecision({
    clusterId,
    id,
    verdict: { kind: 'NeedsApproval', approvals: ask.approvals ?? 1 },
    body: { type: 'Disrupt', command: anEmptyCommand({ candidates }), budgets: [] },
    nodeCount: 2,
    approval,
    ...fields,
  });
  await api.api.parts.ports.store.decisions.insert(decision, []);
}

const verbs = {
  approve: ['approveDecision', 'ApproveDecisionInput'],
  'withdraw-approval': ['withdrawApproval', 'WithdrawApprovalInput'],
  'exclude-nodes': ['excludeNodes', 'ExcludeNodesInput'],
  'break-glass': ['breakGlass', 'BreakGlassInput'],
} as const;
type Verb = keyof typeof verbs;

/** Sends a review by REST. */
const post = (sender: Sender, verb: Verb | 'comments', body: object = {}): Promise<Answer> =>
  api.send('POST', `/api/v1/decisions/${id}/${verb}`, { ...sender, 'if-match': '"1"' }, body);

/** Sends the same review by GraphQL; returns the decision and the `userErrors`. */
async function mutate(sender: Sender, verb: Verb, input: object = {}): Promise<unknown> {
  const [field, type] = verbs[verb];
  const answer = await api.graphql(
    sender,
    `mutation ($input: ${type}!) { ${field}(input: $input) {
      decision { state approvalsGiven decidedBy } userErrors { code field message } } }`,
    { input: { id, expectedVersion: 1, ...input } },
  );
  expect(at(answer.body, 'errors')).toBeUndefined();
  return at(answer.body, `data.${field}`);
}

/** Expects the same refusal of a review in both forms of the API. */
async function expectRefused(
  sender: Sender,
  verb: Verb,
  refused: { readonly code: string; readonly status: number; readonly words: string },
  input: object = {},
): Promise<void> {
  expect(await mutate(sender, verb, input)).toMatchObject({
    userErrors: [{ code: refused.code, message: expect.stringContaining(refused.words) }],
  });
  const answer = await post(sender, verb, input);
  expect(answer).toMatchObject({
    status: refused.status,
    body: { detail: expect.stringContaining(refused.words) },
  });
}

const find = (decisionId: string) => api.api.parts.ports.store.decisions.find(decisionId);
const auditedActions = async (): Promise<readonly unknown[]> => {
  const { rows } = await api.api.parts.database.pool.query(
    'SELECT action, comment, actor_name AS actor FROM audit_entries WHERE object_id = $1 ORDER BY id',
    [id],
  );
  return rows;
};

describe('an approval', () => {
  it('of two that are needed counts once for each person', async () => {
    await awaiting({ approvals: 2 });
    expect(await mutate(grace, 'approve')).toMatchObject({
      decision: { state: 'AWAITING_APPROVAL', approvalsGiven: 1 },
      userErrors: [],
    });
    await expectRefused(grace, 'approve', {
      code: 'ALREADY_DECIDED',
      status: 409,
      words: 'You have already approved this plan.',
    });
    expect(await post(alan, 'approve')).toMatchObject({
      status: 200,
      body: { state: 'APPROVED', approvalsGiven: 2, decidedBy: 'alan' },
    });
    await expectRefused(alan, 'approve', {
      code: 'ALREADY_DECIDED',
      status: 409,
      words: 'alan has already approved the decision.',
    });
  });

  it('that is withdrawn does not count, and may be given again', async () => {
    await awaiting({ approvals: 2 });
    await mutate(grace, 'approve');
    expect(await mutate(grace, 'withdraw-approval')).toMatchObject({
      decision: { state: 'AWAITING_APPROVAL', approvalsGiven: 0 },
      userErrors: [],
    });
    expect(await post(grace, 'approve')).toMatchObject({
      status: 200,
      body: { state: 'AWAITING_APPROVAL', approvalsGiven: 1 },
    });
  });

  it('after the expiry is refused, also before the worker has recorded it', async () => {
    await awaiting({}, { expiresAt: Date.now() - 1 });
    await expectRefused(grace, 'approve', {
      code: 'STALE',
      status: 412,
      words: 'The approval has expired.',
    });
    expect((await find(id))?.state).toBe('AwaitingApproval');
  });

  it('of a superseded plan is refused', async () => {
    await awaiting({}, { state: 'Superseded' });
    await expectRefused(grace, 'approve', {
      code: 'STALE',
      status: 412,
      words: 'The cluster has changed, and the decision is no longer valid.',
    });
    expect((await find(id))?.version).toBe(1);
  });

  it('of a plan that the caller has not seen is refused', async () => {
    await awaiting();
    await expectRefused(
      grace,
      'approve',
      { code: 'STALE', status: 412, words: 'The decision was changed' },
      { planDigest: 'plan-0' },
    );
    expect(await post(grace, 'approve', { planDigest: 'plan-1' })).toMatchObject({ status: 200 });
  });

  it('of a person whom the rule does not ask is refused with whom it asks', async () => {
    await awaiting({ from: { roles: [], teams: [], people: ['alan'] } });
    await expectRefused(grace, 'approve', {
      code: 'FORBIDDEN',
      status: 403,
      words: 'The rule asks for approvals of alan. You are not among them.',
    });
    expect(await post(alan, 'approve')).toMatchObject({ status: 200 });
  });

  it('of a token with another scope does not find the decision', async () => {
    await awaiting();
    for (const verb of ['approve', 'exclude-nodes', 'break-glass'] as const) {
      const input = {
        ...(verb === 'exclude-nodes' && { nodeNames: [first] }),
        ...(verb === 'break-glass' && { reason: 'nobody of the others is here' }),
      };
      await expectRefused(
        otherPool,
        verb,
        { code: 'NOT_FOUND', status: 404, words: `Decision ${id} not found.` },
        input,
      );
    }
    expect(await auditedActions()).toEqual([]);
  });

  it('with half of a maintenance window is refused at its field', async () => {
    await awaiting();
    const windowFrom = '2030-01-01T00:00:00Z';
    expect(await mutate(grace, 'approve', { windowFrom })).toMatchObject({
      userErrors: [{ code: 'INVALID', field: 'input.windowFrom' }],
    });
    expect(await post(grace, 'approve', { windowFrom })).toMatchObject({ status: 400 });
  });
});

describe('excluding nodes', () => {
  it('requests a plan of the rest, and no approval counts until that exists', async () => {
    await awaiting();
    expect(await mutate(grace, 'exclude-nodes', { nodeNames: [first] })).toMatchObject({
      userErrors: [],
    });
    const { rows } = await api.api.parts.database.pool.query(
      `SELECT message->>'type' AS type FROM outbox WHERE message->>'decisionId' = $1`,
      [id],
    );
    expect(rows).toEqual([{ type: 'disruption.replan' }]);
    const read = await api.send('GET', `/api/v1/decisions/${id}`, alan);
    expect(at(read.body, 'approval')).toMatchObject({
      isBeingReplanned: true,
      editedBy: 'grace',
      excludedNodes: [first],
      refusal: expect.stringContaining('grace has excluded 1 node.'),
    });
    const version = at(read.body, 'version');
    expect(await mutate(alan, 'approve', { expectedVersion: version })).toMatchObject({
      userErrors: [
        { code: 'STALE', message: expect.stringContaining('grace has excluded 1 node.') },
      ],
    });
  });

  it.each([
    ['no node', [], 'must name at least one node'],
    ['a node of another plan', ['ip-10-9-9-9'], 'the decision does not remove ip-10-9-9-9'],
    ['all nodes', [first, second], 'would leave no node'],
  ])('refuses %s, at the field', async (_, nodeNames, words) => {
    await awaiting();
    await expectRefused(
      grace,
      'exclude-nodes',
      { code: 'INVALID', status: 400, words },
      { nodeNames },
    );
    expect((await find(id))?.version).toBe(1);
  });

  it('leaves a plan that its editor must not approve', async () => {
    const { store } = api.api.parts.ports;
    const found = await store.identity.findUserByName('grace');
    invariant(found !== null, 'grace is a user');
    const { id: personId } = found.user;
    const by = { kind: 'User', id: personId, name: 'grace' } as const;
    const edit = { by, personId, nodeNames: [first], replaces: 'dec_review_0' };
    await awaiting({}, { approval: anApproval({}, { edit }) });
    await expectRefused(grace, 'approve', {
      code: 'FORBIDDEN',
      status: 403,
      words: 'You changed this plan, so another person has to approve it.',
    });
    expect(await post(alan, 'approve')).toMatchObject({ status: 200 });
  });
});

describe('break-glass', () => {
  it('executes without the approvals that are missing, and is audited with its reason', async () => {
    await awaiting({ approvals: 3 });
    const reason = 'the zone fails and nobody else is awake';
    expect(await mutate(grace, 'break-glass', { reason })).toMatchObject({
      decision: { state: 'APPROVED', approvalsGiven: 0, decidedBy: 'grace' },
      userErrors: [],
    });
    expect(await auditedActions()).toEqual([
      { action: 'decision.break-glass', comment: reason, actor: 'grace' },
    ]);
    const { rows } = await api.api.parts.database.pool.query(
      `SELECT message->>'type' AS type FROM outbox WHERE message->>'decisionId' = $1`,
      [id],
    );
    expect(rows).toEqual([{ type: 'disruption.execute' }]);
  });

  it('needs a reason, and a right of its own', async () => {
    await awaiting();
    await expectRefused(
      grace,
      'break-glass',
      { code: 'INVALID', status: 400, words: 'must have at least 10 characters' },
      { reason: 'urgent' },
    );
    const refused = await api.graphql(
      api.reader,
      `mutation ($input: BreakGlassInput!) { breakGlass(input: $input) { userErrors { code } } }`,
      { input: { id, expectedVersion: 1, reason: 'a reason that is long enough' } },
    );
    expect(JSON.stringify(refused.body)).toContain('FORBIDDEN');
    expect((await find(id))?.state).toBe('AwaitingApproval');
  });
});

describe('break-glass of a decision that the policy denied', () => {
  it('answers with the new decision that executes its plan', async () => {
    await awaiting({}, { state: 'Rejected', verdict: { kind: 'Denied' }, decidedBy: 'kerf' });
    const reason = 'the zone fails and nobody else is awake';
    await expectRefused(
      otherPool,
      'break-glass',
      { code: 'NOT_FOUND', status: 404, words: 'not found' },
      { reason },
    );
    const answer = await post(grace, 'break-glass', { reason });
    expect(answer).toMatchObject({ status: 200, body: { state: 'APPROVED', decidedBy: 'grace' } });
    expect(at(answer.body, 'id')).not.toBe(id);
    expect((await find(id))?.state).toBe('Rejected');
    await expectRefused(
      alan,
      'break-glass',
      { code: 'ALREADY_DECIDED', status: 409, words: 'already' },
      { reason },
    );
    expect(await auditedActions()).toMatchObject([{ action: 'decision.break-glass' }]);
  });
});

describe('a standing approval', () => {
  const create = (sender: Sender, days: number) =>
    api.send('POST', `/api/v1/decisions/${id}/standing-approval`, sender, { days });
  const end = (sender: Sender, name: string) =>
    api.send(
      'DELETE',
      `/api/v1/approval-policy/standing-approvals/${encodeURIComponent(name)}`,
      sender,
    );
  const rules = async () =>
    (await api.api.parts.ports.store.approvalPolicies.current())?.rules.map(({ name }) => name);

  it('needs no right to change the policy, only that to approve its decision', async () => {
    await awaiting();
    const [pool = ''] = (await find(id))?.nodePools ?? [];
    const approver = await tokenOf('approver', pool, 'approver');
    expect(await create(approver, 32)).toMatchObject({ status: 400 });
    expect(await create(approver, 7)).toMatchObject({ status: 200 });
    expect(await rules()).toEqual([`like ${id}`]);
    expect(await create(otherPool, 7)).toMatchObject({ status: 404 });
    expect(await create(api.reader, 7)).toMatchObject({ status: 403 });
    expect(await end(api.reader, `like ${id}`)).toMatchObject({ status: 403 });
    expect(await end(approver, `like ${id}`)).toMatchObject({ status: 200 });
    expect(await end(approver, `like ${id}`)).toMatchObject({ status: 404 });
    expect(await rules()).toEqual([]);
  });

  it('is listed only for its maker, who may not read the policy', async () => {
    await awaiting();
    const [pool = ''] = (await find(id))?.nodePools ?? [];
    const [approver, other] = [
      await tokenOf('maker', pool, 'approver'),
      await tokenOf('reader of the pool', pool, 'viewer'),
    ];
    const list = '/api/v1/approval-policy/standing-approvals';
    expect(await create(approver, 7)).toMatchObject({ status: 200 });
    expect(await api.send('GET', '/api/v1/approval-policy', approver)).toMatchObject({
      status: 403,
    });
    expect(await api.send('GET', list, approver)).toMatchObject({
      status: 200,
      body: { items: [{ name: `like ${id}`, nodePools: [pool], kinds: ['EMPTY'] }] },
    });
    expect(await api.send('GET', list, grace)).toMatchObject({ status: 200, body: { items: [] } });
    expect(await api.send('GET', list, other)).toMatchObject({ status: 403 });
    const byGraphql = await api.graphql(approver, '{ ownStandingApprovals { name until } }');
    expect(at(byGraphql.body, 'data.ownStandingApprovals')).toMatchObject([{ name: `like ${id}` }]);
    expect(await end(approver, `like ${id}`)).toMatchObject({ status: 200 });
    expect(await api.send('GET', list, approver)).toMatchObject({ body: { items: [] } });
  });

  it('is created and ended by GraphQL', async () => {
    await awaiting();
    const created = await api.graphql(
      grace,
      `mutation ($input: CreateStandingApprovalInput!) { createStandingApproval(input: $input) {
        decision { id } userErrors { code } } }`,
      { input: { id, days: 1 } },
    );
    expect(at(created.body, 'data.createStandingApproval')).toMatchObject({ userErrors: [] });
    const ended = await api.graphql(
      alan,
      `mutation ($input: EndStandingApprovalInput!) { endStandingApproval(input: $input) {
        name userErrors { code } } }`,
      { input: { name: `like ${id}` } },
    );
    expect(at(ended.body, 'data.endStandingApproval')).toEqual({
      name: `like ${id}`,
      userErrors: [],
    });
  });
});

describe('decisions that wait for the caller', () => {
  const waitingFor = async (sender: Sender) => {
    const answer = await api.graphql(
      sender,
      `{ waiting: decisions(first: 100, filter: { waitingForMe: true }) { totalCount nodes { id } }
        all: decisions(first: 100, filter: { states: [AWAITING_APPROVAL] }) {
          nodes { id observeOnly approval { refusal } } } }`,
    );
    const idsOf = (list: unknown): readonly string[] =>
      Array.isArray(list) ? list.map((each) => String(at(each, 'id'))) : [];
    const all: unknown = at(answer.body, 'data.all.nodes');
    const reviewable = Array.isArray(all)
      ? all.filter(
          (each) =>
            at(each, 'observeOnly') === false && (at(each, 'approval.refusal') ?? null) === null,
        )
      : [];
    expect(at(answer.body, 'data.waiting.totalCount')).toBe(reviewable.length);
    const ids = idsOf(at(answer.body, 'data.waiting.nodes'));
    expect(ids).toEqual(idsOf(reviewable));
    return ids;
  };

  it('are those whose approval would count, for each person and rule', async () => {
    const people = { roles: [], teams: [] };
    const { store } = api.api.parts.ports;
    const person = await store.identity.findUserByName('grace');
    const personId = person?.user.id ?? '';
    const by = { kind: 'User', id: personId, name: 'grace' } as const;
    const edit = { by, personId, nodeNames: [first], replaces: 'dec_review_0' };
    const escalated = { afterMs: 1, to: { ...people, people: ['grace'] } };
    const onlyAlan = { from: { ...people, people: ['alan'] } };
    const stored: readonly [string, Partial<AskRequirement>, Partial<Decision>][] = [
      ['anyone', {}, {}],
      ['alan', onlyAlan, {}],
      ['admins', { from: { roles: ['admin'], teams: [], people: [] } }, {}],
      ['approvers', { from: { roles: ['approver'], teams: [], people: [] } }, {}],
      ['escalated', { ...onlyAlan, escalation: escalated }, {}],
      ['later', { ...onlyAlan, escalation: { ...escalated, afterMs: 1e15 } }, {}],
      ['edited', {}, { approval: anApproval({}, { edit }) }],
      ['replanned', {}, { approval: anApproval({}, { exclusion: edit }) }],
      ['other-pool', {}, { nodePools: ['other'] }],
      ['before-policies', {}, { approval: null }],
    ];
    const prefix = id;
    for (const [name, ask, fields] of stored) {
      id = `${prefix}_${name}`;
      await awaiting(ask, fields);
    }
    id = `${prefix}_given`;
    await awaiting({ approvals: 2 });
    await mutate(grace, 'approve');
    const named = (ids: readonly string[]) =>
      ids.flatMap((each) => (each.startsWith(`${prefix}_`) ? [each.slice(prefix.length + 1)] : []));
    expect(named(await waitingFor(grace)).toSorted()).toEqual(
      ['admins', 'anyone', 'before-policies', 'escalated', 'other-pool'].toSorted(),
    );
    expect(named(await waitingFor(alan)).toSorted()).toEqual(
      [
        'admins',
        'alan',
        'anyone',
        'before-policies',
        'edited',
        'escalated',
        'given',
        'later',
        'other-pool',
      ].toSorted(),
    );
    expect(named(await waitingFor(otherPool))).toEqual(['other-pool']);
    const path = '/api/v1/decisions?waitingForMe=true&limit=100';
    expect(at((await api.send('GET', path, otherPool)).body, 'items.length')).toBe(1);
    expect(at((await api.send('GET', path, api.reader)).body, 'items')).toEqual([]);
  });

  it('are filtered by the teams that owned their NodePools', async () => {
    const facts = { ...anApproval().facts, teams: ['data', 'shop'] };
    await awaiting({}, { approval: anApproval({}, { facts }) });
    const answer = await api.send('GET', '/api/v1/decisions?team=data&team=none', grace);
    expect(answer.body).toMatchObject({ items: [{ id }] });
    const none = await api.graphql(
      grace,
      `{ decisions(first: 5, filter: { teams: ["none"] }) { totalCount } }`,
    );
    expect(at(none.body, 'data.decisions.totalCount')).toBe(0);
  });
});

it('a comment is added to the history in any state, and an empty one is refused', async () => {
  await awaiting({}, { state: 'Superseded' });
  expect(await post(grace, 'comments', { comment: 'see ticket 7' })).toMatchObject({
    status: 200,
    body: { events: [{ kind: 'Commented', actor: 'grace', data: { comment: 'see ticket 7' } }] },
  });
  expect(await post(grace, 'comments', { comment: '  ' })).toMatchObject({ status: 400 });
  const answer = await api.graphql(
    grace,
    `mutation ($input: CommentDecisionInput!) { commentDecision(input: $input) {
      userErrors { code field } } }`,
    { input: { id, comment: 'x'.repeat(2_001) } },
  );
  expect(at(answer.body, 'data.commentDecision.userErrors')).toEqual([
    { code: 'INVALID', field: 'input.comment' },
  ]);
});
