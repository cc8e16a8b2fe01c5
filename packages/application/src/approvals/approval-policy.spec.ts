import { describe, expect, it } from 'vitest';
import { executeDecision } from '../disruption/execute-decision.js';
import { planDisruption } from '../disruption/plan-disruption.js';
import { validateDecision } from '../disruption/validate-decision.js';
import {
  type ApprovalRule,
  type Approvers,
  anyApprover,
} from '../domain/approval/approval-policy.js';
import type { User } from '../domain/identity/principal.js';
import type { RoleBinding } from '../domain/identity/role.js';
import { expireNodeClaims } from '../node-claims/expire.js';
import { addNode } from '../testing/disruption-setup.js';
import { runNode } from '../testing/running-nodes.js';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { approveDecision } from './decide.js';
import { saveApprovalPolicy } from './save-approval-policy.js';
import { testApprovalPolicy } from './test-approval-policy.js';

const ask = (match: ApprovalRule['match'], approvals = 1): ApprovalRule => ({
  name: 'ask',
  match,
  action: {
    kind: 'Ask',
    approvals,
    from: { roles: [], teams: [], people: [] },
    expiresAfterMs: null,
    remindAfterMs: null,
    escalation: null,
  },
});
const askOf = (approvals: number, from: Approvers): ApprovalRule => {
  const rule = ask({}, approvals);
  return rule.action.kind === 'Ask' ? { ...rule, action: { ...rule.action, from } } : rule;
};
const deny: ApprovalRule = { name: 'freeze', match: {}, action: { kind: 'Deny' } };

async function save(
  setup: ClusterSetup,
  rules: readonly ApprovalRule[],
  fields: Partial<Parameters<typeof saveApprovalPolicy>[2]> = {},
) {
  return saveApprovalPolicy(setup.ports, ada, {
    rules,
    expectedVersion: 0,
    comment: null,
    restoredFrom: null,
    dryRun: false,
    requestId: null,
    ...fields,
  });
}

/** A cluster in which one user may approve, so that one approval can be given. */
const withUser = (mode: 'auto' | 'approve' = 'auto'): Promise<ClusterSetup> =>
  setUpCluster({ mode });

async function addUser(
  { store }: ClusterSetup,
  name: string,
  role: string,
  fields: Partial<User> = {},
): Promise<void> {
  const user = {
    id: `usr_${name}`,
    name,
    hasPassword: true,
    createdAt: 0,
    groups: [],
    disabledAt: null,
    lastSignInAt: null,
    ...fields,
  };
  await store.identity.insertUser(user, null);
  await bind({ store }, { kind: 'User', id: user.id }, role);
}

const bind = (
  { store }: Pick<ClusterSetup, 'store'>,
  subject: RoleBinding['subject'],
  role: string,
): Promise<void> =>
  store.access.insertBinding({
    id: `rbi_${subject.id}`,
    subject,
    role,
    scope: { kind: 'Organization' },
    effect: 'Allow',
    createdAt: 0,
    createdBy: 'cli',
  });

const decisions = ({ store }: ClusterSetup) => store.tables.decisions.all();

async function planAndValidate(setup: ClusterSetup): Promise<void> {
  await planDisruption(setup.ports, setup.clusterId);
  for (const { id, clusterId } of decisions(setup)) {
    await validateDecision(setup.ports, { clusterId, decisionId: id });
  }
}

describe('saveApprovalPolicy', () => {
  it('adds versions, refuses stale and wrong ones, and records each save', async () => {
    const setup = await withUser();
    expect(await save(setup, [ask({})])).toMatchObject({ kind: 'Saved', policy: { version: 1 } });
    expect(await save(setup, [deny])).toEqual({ kind: 'Stale', version: 1 });
    const tooMany = await save(setup, [ask({}, 2)], { expectedVersion: 1 });
    expect(tooMany).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'rules.0.approvals' }],
    });
    const dry = await save(setup, [deny], { expectedVersion: 1, dryRun: true });
    expect(dry).toMatchObject({ kind: 'Checked', policy: { version: 2 } });
    expect((await setup.store.approvalPolicies.current())?.version).toBe(1);
    expect(setup.store.tables.audit.all()).toMatchObject([{ action: 'approval-policy.save' }]);
  });

  it('gives notice to all clusters, whose decisions are compared with it', async () => {
    const setup = await withUser();
    const notices = () => setup.store.tables.changes.where(({ topic }) => topic === 'decision');
    await save(setup, [ask({})], { dryRun: true });
    expect(notices()).toEqual([]);
    await save(setup, [ask({})]);
    expect(notices()).toEqual([{ topic: 'decision', clusterId: null, id: null, version: 1 }]);
  });

  it('counts the people who may approve, not all users', async () => {
    const setup = await withUser();
    await addUser(setup, 'grace', 'approver');
    await addUser(setup, 'alan', 'approver', { disabledAt: 1 });
    await addUser(setup, 'joan', 'viewer');
    const of = (approvals: number, from: Partial<Approvers>) => [
      askOf(approvals, { ...anyApprover, ...from }),
    ];
    expect(await save(setup, of(3, {}))).toMatchObject({
      problems: [
        {
          path: 'rules.0.approvals',
          message:
            'asks for 3 approvals, but only 2 people can approve (anyone who may approve decisions)',
        },
      ],
    });
    expect(await save(setup, of(2, { roles: ['approver'] }))).toMatchObject({
      problems: [{ message: expect.stringContaining('only 1 person can approve (role approver)') }],
    });
    expect(await save(setup, of(1, { roles: ['viewer'] }))).toMatchObject({
      problems: [{ message: expect.stringContaining('but nobody can approve (role viewer)') }],
    });
    expect(await save(setup, of(1, { people: ['joan'] }))).toMatchObject({ kind: 'Invalid' });
    expect(await save(setup, of(2, { roles: ['admin', 'approver'] }))).toMatchObject({
      kind: 'Saved',
      notes: [],
    });
  });

  it('counts members of a team, and notes that more of a group may sign in', async () => {
    const setup = await withUser();
    const members = [{ kind: 'User', id: 'usr_ada' } as const];
    const team = { id: 'team_1', name: 'data', owns: [], createdAt: 0, version: 1 };
    await setup.store.access.insertTeam({ ...team, members });
    const rules = [askOf(2, { ...anyApprover, teams: ['data'] })];
    expect(await save(setup, rules)).toMatchObject({
      problems: [{ message: expect.stringContaining('only 1 person can approve (team data)') }],
    });
    await setup.store.access.saveTeam({
      ...team,
      members: [...members, { kind: 'Group', id: 'data-engineers' }],
    });
    expect(await save(setup, rules)).toMatchObject({
      kind: 'Saved',
      notes: [expect.stringContaining('Members of groups who have not signed in yet')],
    });
    await bind(setup, { kind: 'Group', id: 'reviewers' }, 'approver');
    const open = [askOf(3, { ...anyApprover, roles: ['approver'] })];
    expect(await save(setup, open, { expectedVersion: 1 })).toMatchObject({ kind: 'Saved' });
  });
});

describe('a stored policy', () => {
  it('makes a cluster in mode auto ask, with the facts and the rule in the decision', async () => {
    const setup = await withUser();
    await save(setup, [ask({ kinds: ['Empty'] })]);
    await addNode(setup, 'a');
    await planAndValidate(setup);
    expect(decisions(setup)).toMatchObject([
      {
        kind: 'Empty',
        state: 'AwaitingApproval',
        approval: {
          rule: { name: 'ask', policyVersion: 1 },
          facts: { cluster: 'prod', kind: 'Empty', nodes: 1, nodePools: ['default'] },
        },
      },
    ]);
  });

  it('denies: the decision is rejected, and not proposed again at once', async () => {
    const setup = await withUser();
    await save(setup, [deny]);
    await addNode(setup, 'a');
    await planAndValidate(setup);
    await planAndValidate(setup);
    expect(decisions(setup)).toMatchObject([{ state: 'Rejected', decidedBy: 'kerf' }]);
    expect(decisions(setup)[0]?.rejectedUntil).toBe(setup.clock.now() + 3_600_000);
  });

  it('supersedes what waits when it says otherwise', async () => {
    const setup = await withUser('approve');
    await addNode(setup, 'a');
    await planAndValidate(setup);
    await save(setup, [{ name: 'empty', match: { kinds: ['Empty'] }, action: { kind: 'Auto' } }]);
    await planAndValidate(setup);
    expect(decisions(setup).map(({ state }) => state)).toEqual(['Superseded']);
    await planAndValidate(setup);
    expect(decisions(setup).map(({ state }) => state)).toEqual(['Superseded', 'Approved']);
  });

  it('makes expiration ask, and the approval removes the node', async () => {
    const setup = await withUser();
    const { ports, clusterId, clock } = setup;
    const terms = { expireAfter: '1h', terminationGracePeriod: null };
    await runNode(setup, { terms, requestedAt: clock.now() - 3_600_000 });
    await save(setup, [ask({ kinds: ['Expire'] })]);
    await expireNodeClaims(ports, clusterId);
    await expireNodeClaims(ports, clusterId);
    const [decision, ...others] = decisions(setup);
    expect(others).toEqual([]);
    expect(decision).toMatchObject({ kind: 'Expire', state: 'AwaitingApproval' });
    const decisionId = decision?.id ?? '';
    const outcome = await approveDecision(ports, ada, {
      decisionId,
      expectedVersion: 'any',
      comment: null,
      requestId: null,
    });
    expect(outcome.kind).toBe('Decided');
    await executeDecision(ports, { clusterId, decisionId });
    expect(decisions(setup)).toMatchObject([{ state: 'Executing' }]);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'Expired' },
    });
  });
});

describe('testApprovalPolicy', () => {
  it('returns the results of rules for past decisions, and saves nothing', async () => {
    const setup = await withUser();
    await addNode(setup, 'a');
    await planAndValidate(setup);
    setup.clock.advance(86_400_000);
    const tested = await testApprovalPolicy(setup.ports, { rules: [ask({})], days: 2 });
    expect(tested).toMatchObject({
      kind: 'Tested',
      test: {
        total: 1,
        counts: expect.arrayContaining([
          { result: 'Run', before: 1, after: 0 },
          { result: 'Ask', before: 0, after: 1 },
        ]),
        decisions: [{ before: 'Run', after: 'Ask', approvals: 1, rule: 'ask', cluster: 'prod' }],
      },
    });
    expect(await setup.store.approvalPolicies.current()).toBeNull();
    setup.clock.advance(2 * 86_400_000);
    expect(await testApprovalPolicy(setup.ports, { rules: [], days: 2 })).toMatchObject({
      test: { total: 0 },
    });
    expect((await testApprovalPolicy(setup.ports, { rules: [], days: 32 })).kind).toBe('Invalid');
  });
});
