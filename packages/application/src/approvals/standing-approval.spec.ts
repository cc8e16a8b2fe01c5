import { invariant } from '@kerf/core';
import { recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { userAccess } from '../access/access-of.js';
import { executeDecision } from '../disruption/execute-decision.js';
import type { ApprovalRule, Approvers } from '../domain/approval/approval-policy.js';
import { anyApprover } from '../domain/approval/approval-policy.js';
import type { ApiToken, Principal } from '../domain/identity/principal.js';
import type { BindingScope } from '../domain/identity/role.js';
import { revokeApiToken } from '../identity/api-tokens.js';
import { disableUser } from '../identity/manage-users.js';
import {
  addNode,
  deletionOf,
  type ManagedNode,
  requestedJobs,
  storeDecision,
  storedDecision,
} from '../testing/disruption-setup.js';
import { countedSecrets } from '../testing/registration-setup.js';
import { storeAwaiting } from '../testing/reviewed-decision.js';
import {
  ada,
  addPerson,
  bindRole,
  type ClusterSetup,
  setUpCluster,
} from '../testing/set-up-cluster.js';
import { approvalOfPlan, planOfCommand } from './approval-of-plan.js';
import { readPolicy } from './read-policy.js';
import { saveApprovalPolicy } from './save-approval-policy.js';
import { createStandingApproval, endStandingApproval } from './standing-approval.js';

const requestId = null;
const organization = { kind: 'Organization' } as const;
const askRule = (approvals: number, from: Approvers = anyApprover): ApprovalRule => ({
  name: 'ask',
  match: {},
  action: {
    kind: 'Ask',
    approvals,
    from,
    expiresAfterMs: null,
    remindAfterMs: null,
    escalation: null,
  },
});
const deny: ApprovalRule = { name: 'freeze', match: {}, action: { kind: 'Deny' } };

interface Setup extends ClusterSetup {
  readonly node: ManagedNode;
}

/** Empty node-a awaits an approval; ada is an administrator, grace may approve in this scope. */
async function setUp(
  scope: (clusterId: string) => BindingScope = () => organization,
  rule: ApprovalRule = askRule(1),
): Promise<Setup> {
  const setup = await setUpCluster({ mode: 'approve' });
  const { store, clusterId } = setup;
  await addPerson(store, { name: 'grace' }, 'viewer');
  await store.access.removeBinding('rbi_grace');
  await bind(setup, 'approver', scope(clusterId));
  await save(setup, [rule]);
  const node = await addNode(setup, 'a');
  const { action } = rule;
  await storeAwaiting(setup, [node], action.kind === 'Ask' ? action : askOne);
  return { ...setup, node };
}
const askOne = { approvals: 1, from: anyApprover };

const bind = ({ store }: ClusterSetup, role: string, scope: BindingScope) =>
  bindRole(store, { id: `rbi_grace_${role}`, person: 'grace', role, scope });

const save = ({ ports }: ClusterSetup, rules: readonly ApprovalRule[], by: Principal = ada) =>
  saveApprovalPolicy(ports, by, {
    rules,
    expectedVersion: 'any',
    comment: null,
    restoredFrom: null,
    dryRun: false,
    requestId,
  });

async function grace({ store }: ClusterSetup): Promise<Principal> {
  const [roles, bindings, teams, user] = await Promise.all([
    store.access.roles(),
    store.access.bindings(),
    store.access.teams(),
    store.identity.findUser('usr_grace'),
  ]);
  if (user === null) throw new RangeError('grace is stored');
  const access = userAccess({ roles, bindings, teams }, user);
  return { kind: 'User', id: 'usr_grace', name: 'grace', ...access };
}

const create = async (setup: ClusterSetup, by?: Principal, days = 7) =>
  createStandingApproval(setup.ports, by ?? (await grace(setup)), {
    decisionId: 'dec_1',
    days,
    comment: null,
    requestId,
  });

const onlyPod = {
  podUid: 'uid-1',
  pod: 'shop/web-1',
  from: 'node-a',
  owner: 'ReplicaSet/web',
  replicas: 1,
  persistentVolumes: 0,
  gracePeriodMs: 30_000,
  budget: null,
  labelSet: 0,
};

const rulesOf = async ({ store }: ClusterSetup) =>
  (await store.approvalPolicies.current())?.rules ?? [];

const ruleLikeDecision = async (setup: ClusterSetup) =>
  (await rulesOf(setup)).find(({ name }) => name === 'like dec_1');

/** Returns the policy's current verdict on the removal of a node. */
async function verdictNow({ ports, clusterId, cluster, node }: Setup, editorId?: string) {
  const stored = await readPolicy(ports.store, ports.clock.now());
  const { verdict, approval } = approvalOfPlan(ports, {
    cluster: { id: clusterId, name: 'prod', mode: 'approve' },
    stored,
    view: cluster.view(),
    kind: 'Empty',
    plan: planOfCommand(deletionOf(node)),
    ...(editorId !== undefined && { editorIds: [editorId] }),
  });
  const passed = approval.passed.find(({ name }) => name === 'like dec_1');
  return { kind: verdict.kind, why: passed?.why ?? null };
}

describe('a standing approval', () => {
  it('is made by everyone who may approve all NodePools of the decision', async () => {
    const setup = await setUp((clusterId) => ({
      kind: 'NodePool',
      clusterId,
      nodePool: 'default',
    }));
    expect((await verdictNow(setup)).kind).toBe('NeedsApproval');
    expect((await create(setup)).kind).toBe('Decided');
    expect(await rulesOf(setup)).toMatchObject([
      {
        name: 'like dec_1',
        match: { clusters: ['prod'], nodePools: ['default'], kinds: ['Empty'] },
        standing: { owner: 'grace', maker: { id: 'usr_grace', personId: 'usr_grace' } },
      },
      { name: 'ask' },
    ]);
    expect(await verdictNow(setup)).toEqual({ kind: 'Auto', why: null });
    expect(setup.store.tables.audit.all().at(-1)).toMatchObject({
      action: 'standing-approval.create',
      actor: { name: 'grace' },
    });
  });

  it.each<[string, (clusterId: string) => BindingScope]>([
    ['another NodePool', (clusterId) => ({ kind: 'NodePool', clusterId, nodePool: 'other' })],
    ['another cluster', () => ({ kind: 'Cluster', clusterId: 'clu_2' })],
    ['a team that owns nothing', () => ({ kind: 'Team', teamId: 'tea_1' })],
  ])('is refused to who may approve in %s', async (_, scope) => {
    const setup = await setUp(scope);
    expect(await create(setup)).toMatchObject({ refusal: { code: 'Forbidden' } });
    expect(await rulesOf(setup)).toHaveLength(1);
  });

  it('names that the only pod of a workload waits, if it does in its decision', async () => {
    const setup = await setUp();
    expect((await create(setup)).kind).toBe('Decided');
    expect((await ruleLikeDecision(setup))?.match).not.toHaveProperty('onlyPodWaits');
    const decision = await storedDecision(setup);
    invariant(decision.approval !== null, 'it asks');
    const { facts } = decision.approval;
    const pods = [{ ...onlyPod, waits: true } as const];
    const approval = { ...decision.approval, facts: { ...facts, pods } };
    await setup.store.decisions.save({ ...decision, approval }, []);
    expect((await create(setup)).kind).toBe('Decided');
    expect((await ruleLikeDecision(setup))?.match).toMatchObject({ onlyPodWaits: true });
  });

  it('is refused for too long, twice, and where the rule asks others or several', async () => {
    const setup = await setUp();
    for (const days of [0, 32, 1.5]) {
      expect(await create(setup, undefined, days)).toMatchObject({ field: 'days' });
    }
    await create(setup);
    const alan: Principal = { ...(await grace(setup)), id: 'usr_alan', name: 'alan' };
    expect(await create(setup, alan)).toMatchObject({
      refusal: { message: 'grace has approved decisions like this.' },
    });
    const two = await setUp(undefined, askRule(2));
    expect(await create(two)).toMatchObject({ refusal: { code: 'Forbidden' } });
    const admins = { roles: ['admin'], teams: [], people: [] };
    const others = await setUp(undefined, askRule(1, admins));
    expect(await create(others)).toMatchObject({ refusal: { code: 'Forbidden' } });
  });

  it('is refused once the policy has the maximum number of them', async () => {
    const setup = await setUp();
    const { store, node } = setup;
    for (let number = 2; number <= 11; number += 1) {
      const { id: _, ...decision } = await storedDecision(setup);
      await store.decisions.insert({ ...decision, id: `dec_${number}` }, []);
      await createStandingApproval(setup.ports, await grace(setup), {
        decisionId: `dec_${number}`,
        days: 1,
        comment: null,
        requestId,
      });
    }
    expect(await create(setup)).toMatchObject({ kind: 'Invalid' });
    setup.clock.advance(86_400_001);
    expect((await create(setup)).kind).toBe('Decided');
    expect((await rulesOf(setup)).map(({ name }) => name)).toEqual(['like dec_1', 'ask']);
    expect(node.claim.id).toBe('ncl_a');
  });
});

describe('a standing approval, each time that it is used,', () => {
  it('is limited by what its maker may approve then', async () => {
    const setup = await setUp();
    await create(setup);
    await setup.store.access.removeBinding('rbi_grace_approver');
    expect(await verdictNow(setup)).toEqual({
      kind: 'NeedsApproval',
      why: 'grace may not approve this decision',
    });
    const { clusterId } = setup;
    await bind(setup, 'approver', { kind: 'NodePool', clusterId, nodePool: 'default' });
    expect((await verdictNow(setup)).kind).toBe('Auto');
  });

  it('is one approval: it replaces no denial, no second person, and nobody else', async () => {
    const setup = await setUp();
    await create(setup);
    const [like] = await rulesOf(setup);
    if (like === undefined) throw new RangeError('it is stored');
    const whyWith = async (rule: ApprovalRule) => {
      await save(setup, [like, rule]);
      return verdictNow(setup);
    };
    expect(await whyWith(deny)).toEqual({ kind: 'Denied', why: 'the rule freeze denies it' });
    expect(await whyWith(askRule(2))).toMatchObject({ why: 'the rule ask asks for 2 approvals' });
    const people = { roles: [], teams: [], people: ['ada'] };
    expect(await whyWith(askRule(1, people))).toEqual({
      kind: 'NeedsApproval',
      why: 'the rule ask asks for approvals of ada',
    });
  });

  it('is a rule of its own if its maker may change the policy', async () => {
    const setup = await setUp(undefined, askRule(2));
    expect((await create(setup, ada)).kind).toBe('Decided');
    expect((await verdictNow(setup)).kind).toBe('Auto');
    await setup.store.access.removeBinding('rbi_ada');
    expect((await verdictNow(setup)).kind).toBe('NeedsApproval');
  });

  it('approves no plan that its maker changed', async () => {
    const setup = await setUp();
    await create(setup);
    expect(await verdictNow(setup, 'usr_grace')).toEqual({
      kind: 'NeedsApproval',
      why: 'grace changed this plan',
    });
    expect((await verdictNow(setup, 'usr_alan')).kind).toBe('Auto');
  });

  it('is checked again before execution, and what it approved is superseded', async () => {
    const setup = await setUp();
    const { ports, clusterId, store, node } = setup;
    await create(setup);
    const stored = await readPolicy(store, ports.clock.now());
    const { verdict, approval } = approvalOfPlan(ports, {
      cluster: { id: clusterId, name: 'prod', mode: 'approve' },
      stored,
      view: setup.cluster.view(),
      kind: 'Empty',
      plan: planOfCommand(deletionOf(node)),
    });
    const other = await addNode(setup, 'b');
    await storeDecision(setup, [other], { id: 'dec_2', state: 'Approved', verdict, approval });
    const end = { name: 'like dec_1', comment: null, requestId };
    expect((await endStandingApproval(ports, await grace(setup), end)).kind).toBe('Ended');
    await executeDecision(ports, { clusterId, decisionId: 'dec_2' });
    expect((await storedDecision(setup, 'dec_2')).state).toBe('Superseded');
    expect(await store.decisions.events('dec_2')).toMatchObject([
      { data: { detail: 'the standing approval like dec_1 no longer applies: it was ended' } },
    ]);
    expect(requestedJobs(setup, 'disruption.plan').length).toBeGreaterThan(0);
  });
});

describe('a standing approval ends', () => {
  const endPorts = ({ ports }: ClusterSetup) => ({ ...ports, secrets: countedSecrets() });
  const token: ApiToken = {
    id: 'tok_1',
    name: 'ada',
    createdAt: 0,
    createdBy: 'grace',
    creatorId: 'usr_grace',
    expiresAt: Number.MAX_SAFE_INTEGER,
    lastUsedAt: null,
    revokedAt: null,
    rotatedAt: null,
    previousSecretUntil: null,
  };

  /** Grace's token, which has ada's name, made one. */
  async function madeWithToken(fields: Partial<ApiToken> = {}): Promise<Setup> {
    const setup = await setUp();
    const { store } = setup;
    await store.identity.insertToken({ ...token, ...fields }, 'digest');
    await store.access.insertBinding({
      id: 'rbi_tok',
      subject: { kind: 'ApiToken', id: 'tok_1' },
      role: 'approver',
      scope: organization,
      effect: 'Allow',
      createdAt: 0,
      createdBy: 'grace',
    });
    const { grants, groups, roles } = await grace(setup);
    const caller = { kind: 'ApiToken', id: 'tok_1', name: 'ada', grants, groups, roles, teams: [] };
    await create(setup, { ...caller, kind: 'ApiToken' });
    expect((await rulesOf(setup))[0]?.standing).toMatchObject({
      owner: 'ada',
      maker: { id: 'tok_1', personId: 'usr_grace' },
    });
    expect((await verdictNow(setup)).kind).toBe('Auto');
    return setup;
  }

  it('with the token that made it', async () => {
    const setup = await madeWithToken();
    await revokeApiToken(endPorts(setup), ada, { id: 'tok_1', requestId });
    expect((await rulesOf(setup)).map(({ name }) => name)).toEqual(['ask']);
  });

  it('when the token expires, even while it is in the policy', async () => {
    const setup = await madeWithToken({ expiresAt: recordedAt + 3_600_000 });
    setup.clock.advance(3_600_000);
    expect((await verdictNow(setup)).kind).toBe('NeedsApproval');
  });

  it('with the access of its person, by ID and not by the name of its owner', async () => {
    const setup = await madeWithToken();
    await addPerson(setup.store, { name: 'alan' });
    const alan: Principal = { ...ada, id: 'usr_alan', name: 'alan' };
    await disableUser(endPorts(setup), alan, { id: 'usr_ada', requestId });
    expect(await rulesOf(setup)).toHaveLength(2);
    await disableUser(endPorts(setup), alan, { id: 'usr_grace', requestId });
    expect((await rulesOf(setup)).map(({ name }) => name)).toEqual(['ask']);
  });

  it('by its maker and by who may change the policy, not by others', async () => {
    const setup = await setUp();
    await create(setup);
    const end = { name: 'like dec_1', comment: null, requestId };
    const approver = await grace(setup);
    const alan: Principal = { ...approver, id: 'usr_alan', name: 'alan' };
    expect((await endStandingApproval(setup.ports, alan, end)).kind).toBe('Forbidden');
    const blind: Principal = { ...alan, grants: [] };
    expect((await endStandingApproval(setup.ports, blind, end)).kind).toBe('NotFound');
    const rule = { ...end, name: 'ask' };
    expect((await endStandingApproval(setup.ports, ada, rule)).kind).toBe('NotFound');
    expect((await endStandingApproval(setup.ports, ada, end)).kind).toBe('Ended');
    expect(await rulesOf(setup)).toHaveLength(1);
  });
});

describe('the maker of a standing approval in a saved policy', () => {
  it('is whoever saves it, and stays while it does', async () => {
    const setup = await setUp();
    await create(setup);
    const [like, ask] = await rulesOf(setup);
    if (like?.standing === undefined || ask === undefined) throw new RangeError('both are stored');
    const { until, owner } = like.standing;
    await save(setup, [{ ...like, standing: { until, owner } }, ask]);
    expect((await rulesOf(setup))[0]?.standing?.maker?.id).toBe('usr_grace');
    await save(setup, [{ ...like, standing: { until: until - 1, owner } }, ask]);
    expect((await rulesOf(setup))[0]?.standing?.maker?.id).toBe('usr_ada');
  });
});
