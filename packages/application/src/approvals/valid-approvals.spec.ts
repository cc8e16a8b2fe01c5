import { aUser } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { executeDecision } from '../disruption/execute-decision.js';
import type { Approvers } from '../domain/approval/approval-policy.js';
import { anyApprover } from '../domain/approval/approval-policy.js';
import { organizationAdmin } from '../domain/identity/access.js';
import type { ApiToken, Principal } from '../domain/identity/principal.js';
import type { BindingScope } from '../domain/identity/role.js';
import { deleteUser, disableUser } from '../identity/manage-users.js';
import { addNode, historyOf, requestedJobs, storedDecision } from '../testing/disruption-setup.js';
import { countedSecrets } from '../testing/registration-setup.js';
import { storeAwaiting } from '../testing/reviewed-decision.js';
import {
  ada,
  addPerson,
  bindRole,
  type ClusterSetup,
  setUpCluster,
} from '../testing/set-up-cluster.js';
import { breakGlass } from './break-glass.js';
import { approveDecision } from './decide.js';

const grace: Principal = { kind: 'User', id: 'usr_grace', name: 'grace', ...organizationAdmin };
const input = { decisionId: 'dec_1', expectedVersion: 'any', requestId: null } as const;
const hourMs = 3_600_000;

/** Empty node-a awaits approvals; ada and grace are administrators. */
async function setUp(approvals: number, from: Approvers = anyApprover): Promise<ClusterSetup> {
  const setup = await setUpCluster({ mode: 'approve' });
  await addPerson(setup.store, grace);
  await storeAwaiting(setup, [await addNode(setup, 'a')], { approvals, from });
  return setup;
}

/** Approves for a maintenance window that begins in an hour. */
function approveForLater({ ports, clock }: ClusterSetup, person: Principal) {
  const from = clock.now() + hourMs;
  const window = { from, until: from + hourMs };
  return approveDecision(ports, person, { ...input, comment: null, window });
}

const approve = ({ ports }: ClusterSetup, person: Principal) =>
  approveDecision(ports, person, { ...input, comment: null });

const execute = ({ ports, clusterId }: ClusterSetup) =>
  executeDecision(ports, { clusterId, decisionId: 'dec_1' });

const unbind = (setup: ClusterSetup, name: string) =>
  setup.store.access.removeBinding(`rbi_${name}`);

const bind = ({ store }: ClusterSetup, role: string, scope: BindingScope) =>
  bindRole(store, { id: `rbi_grace_${role}`, person: 'grace', role, scope });

const reasonsOf = async ({ store }: ClusterSetup) =>
  (await store.decisions.events('dec_1')).flatMap(({ data }) => data.comment ?? data.detail ?? []);

describe('an approved decision that waits for its maintenance window', () => {
  it.each([
    ['disabled', disableUser],
    ['deleted', deleteUser],
  ] as const)('awaits approval again at once when its approver is %s', async (_, end) => {
    const setup = await setUp(1);
    await approveForLater(setup, grace);
    setup.takeJobs();
    const { ports, clock } = setup;
    await end({ ...ports, secrets: countedSecrets() }, ada, { id: 'usr_grace', requestId: null });
    const decision = await storedDecision(setup);
    expect(decision).toMatchObject({ state: 'AwaitingApproval', decidedBy: null });
    expect(decision.approval).toMatchObject({ window: null, requestedAt: clock.now() });
    expect(decision.expiresAt).toBeGreaterThan(clock.now());
    expect(await historyOf(setup)).toEqual(['Approved', 'ReviewWithdrawn', 'ApprovalRequested']);
    expect(await reasonsOf(setup)).toContain('given by grace, who has no access any more');
    expect(setup.store.tables.audit.all().at(-1)).toMatchObject({
      action: 'decision.withdraw-approval',
      actor: { kind: 'Kerf' },
      before: { state: 'Approved' },
      after: {
        state: 'AwaitingApproval',
        approvals: { given: 0, needed: 1 },
        cause: 'because ada ended the access of grace',
      },
    });
    clock.advance(hourMs);
    await execute(setup);
    expect((await storedDecision(setup)).state).toBe('AwaitingApproval');
    await approve(setup, ada);
    expect(requestedJobs(setup, 'disruption.execute')).toHaveLength(1);
    expect(await execute(setup)).toEqual({ kind: 'Wait', ms: 250 });
  });

  it('awaits approval again when its approver has lost the right, also in its NodePool only', async () => {
    const setup = await setUp(1);
    await approveForLater(setup, grace);
    await unbind(setup, 'grace');
    const { clusterId } = setup;
    await bind(setup, 'approver', { kind: 'NodePool', clusterId, nodePool: 'other' });
    expect(await execute(setup)).toEqual({ kind: 'Done' });
    expect((await storedDecision(setup)).state).toBe('AwaitingApproval');
    expect(await reasonsOf(setup)).toContain('given by grace, who may not approve it any more');
    expect(setup.store.tables.audit.all().at(-1)).toMatchObject({ actor: { kind: 'Kerf' } });
  });

  it('stays approved while its approver may approve its NodePools', async () => {
    const setup = await setUp(1);
    await approveForLater(setup, grace);
    await unbind(setup, 'grace');
    const { clusterId } = setup;
    await bind(setup, 'approver', { kind: 'NodePool', clusterId, nodePool: 'default' });
    expect((await execute(setup)).kind).toBe('Wait');
    expect((await storedDecision(setup)).state).toBe('Approved');
  });

  it('awaits approval again when its approver is no longer one that the rule asks', async () => {
    const setup = await setUp(1, { roles: ['admin'], teams: [], people: [] });
    await approveForLater(setup, grace);
    await unbind(setup, 'grace');
    await bind(setup, 'approver', { kind: 'Organization' });
    await execute(setup);
    expect((await storedDecision(setup)).state).toBe('AwaitingApproval');
    expect(await reasonsOf(setup)).toContain(
      'given by grace, who is not among those who may approve it any more',
    );
  });

  it('keeps the approvals and the window of the others', async () => {
    const setup = await setUp(2);
    await approveForLater(setup, ada);
    await approve(setup, grace);
    const before = await storedDecision(setup);
    await unbind(setup, 'grace');
    await execute(setup);
    const decision = await storedDecision(setup);
    expect(decision).toMatchObject({
      state: 'AwaitingApproval',
      approval: { window: before.approval?.window },
    });
    const alan = { ...grace, id: 'usr_alan', name: 'alan' };
    await addPerson(setup.store, alan);
    await approve(setup, alan);
    expect((await storedDecision(setup)).state).toBe('Approved');
  });
});

describe('an approval of somebody who lost the right before the others approved', () => {
  it('does not count towards the number that the rule asks for', async () => {
    const setup = await setUp(2);
    await approve(setup, grace);
    await unbind(setup, 'grace');
    await approve(setup, ada);
    expect((await storedDecision(setup)).state).toBe('AwaitingApproval');
    expect(await historyOf(setup)).toEqual(['ReviewGiven', 'ReviewWithdrawn', 'ReviewGiven']);
  });

  it('is withdrawn by Kerf, not by the next person, who has only noticed it', async () => {
    const setup = await setUp(2);
    await approve(setup, grace);
    await unbind(setup, 'grace');
    // Time passes with each look at the clock.
    const now = () => {
      setup.clock.advance(1);
      return setup.clock.now();
    };
    await approve({ ...setup, ports: { ...setup.ports, clock: { now } } }, ada);
    const [, withdrawn, given] = await setup.store.decisions.events('dec_1');
    expect(withdrawn).toMatchObject({
      actor: 'kerf',
      data: { detail: 'noticed when ada approved' },
    });
    expect(given).toMatchObject({ actor: 'ada' });
    const reviews = await setup.store.reviews.of('dec_1');
    expect(reviews.map(({ verdict, by }) => [verdict, by.name])).toEqual([
      ['Approve', 'grace'],
      ['Withdraw', 'kerf'],
      ['Approve', 'ada'],
    ]);
    const times = reviews.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});

describe('an approval with a token', () => {
  const tokenOf = (id: string, name: string, creatorId: string | null): ApiToken => ({
    id,
    name,
    createdAt: 0,
    createdBy: 'grace',
    creatorId,
    expiresAt: Number.MAX_SAFE_INTEGER,
    lastUsedAt: null,
    revokedAt: null,
    rotatedAt: null,
    previousSecretUntil: null,
  });
  const token = (name: string): Principal => ({
    kind: 'ApiToken',
    id: 'tok_1',
    name,
    ...organizationAdmin,
  });

  it('ends with the right of its person, and not with the token', async () => {
    const setup = await setUp(1);
    await setup.store.identity.insertToken(tokenOf('tok_1', 'ci', 'usr_grace'), 'digest');
    await approveForLater(setup, token('ci'));
    await setup.store.identity.revokeTokenTree('tok_1', 1);
    expect((await execute(setup)).kind).toBe('Wait');
    await unbind(setup, 'grace');
    await execute(setup);
    expect((await storedDecision(setup)).state).toBe('AwaitingApproval');
  });

  it('of another person does not count as one of the person whose name the token has', async () => {
    const setup = await setUp(1, { roles: [], teams: [], people: ['ada'] });
    await setup.store.identity.insertToken(tokenOf('tok_1', 'ada', 'usr_grace'), 'digest');
    expect(await approve(setup, token('ada'))).toMatchObject({ refusal: { code: 'Forbidden' } });
  });

  it('has the roles that its person has now, not those that the token was made with', async () => {
    const setup = await setUp(1, { roles: ['admin'], teams: [], people: [] });
    await setup.store.identity.insertToken(tokenOf('tok_1', 'ci', 'usr_grace'), 'digest');
    await unbind(setup, 'grace');
    await bind(setup, 'approver', { kind: 'Organization' });
    expect(await approve(setup, token('ci'))).toMatchObject({ refusal: { code: 'Forbidden' } });
  });

  it('from before creators were recorded ends with the token', async () => {
    const setup = await setUp(1);
    await setup.store.identity.insertToken(tokenOf('tok_1', 'ci', null), 'digest');
    await setup.store.access.insertBinding({
      id: 'rbi_tok',
      subject: { kind: 'ApiToken', id: 'tok_1' },
      role: 'approver',
      scope: { kind: 'Organization' },
      effect: 'Allow',
      createdAt: 0,
      createdBy: 'cli',
    });
    await approveForLater(setup, token('ci'));
    expect((await execute(setup)).kind).toBe('Wait');
    await setup.store.identity.revokeTokenTree('tok_1', 1);
    await execute(setup);
    expect((await storedDecision(setup)).state).toBe('AwaitingApproval');
  });
});

describe('an execution by break-glass', () => {
  it('does not depend on approvals, and ends with the right of its person', async () => {
    const setup = await setUp(2);
    const alan = { ...grace, id: 'usr_alan', name: 'alan' };
    await setup.store.identity.insertUser(aUser({ id: 'usr_alan', name: 'alan' }), null);
    await approve(setup, grace);
    await unbind(setup, 'grace');
    await breakGlass(setup.ports, ada, { ...input, comment: 'the zone is on fire' });
    expect(await execute(setup)).toEqual({ kind: 'Wait', ms: 250 });
    expect((await storedDecision(setup)).state).toBe('Approved');
    const other = await setUp(2);
    await breakGlass(other.ports, alan, { ...input, comment: 'the zone is on fire' });
    await execute(other);
    expect(await storedDecision(other)).toMatchObject({ state: 'Superseded' });
    expect(await reasonsOf(other)).toContain(
      'executed by break-glass by alan, who has no access any more',
    );
  });
});
