import { describe, expect, it } from 'vitest';
import type { Decision, DecisionState } from '../domain/decision/decision.js';
import { organizationAdmin } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import {
  addNode,
  historyOf,
  losingDecisions,
  publishedVersions,
  requestedJobs,
  storeDecision,
  storedDecision,
} from '../testing/disruption-setup.js';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { approveDecision, rejectDecision } from './decide.js';
import type { DecideInput } from './decide-outcome.js';

const token: Principal = { kind: 'ApiToken', id: 'tok_ci', name: 'ci', ...organizationAdmin };

const input = (fields: Partial<DecideInput> = {}): DecideInput => ({
  decisionId: 'dec_1',
  expectedVersion: 1,
  comment: null,
  requestId: 'req-1',
  ...fields,
});

async function awaiting(fields: Partial<Decision> = {}): Promise<ClusterSetup> {
  const setup = await setUpCluster({ mode: 'approve' });
  await storeDecision(setup, [await addNode(setup, 'a')], {
    state: 'AwaitingApproval',
    verdict: { kind: 'NeedsApproval', approvals: 1 },
    expiresAt: setup.clock.now() + 1_000,
    ...fields,
  });
  return setup;
}

describe('approveDecision', () => {
  it('records who approved it and requests the execution', async () => {
    const setup = await awaiting();
    const { clusterId, ports, clock } = setup;
    const outcome = await approveDecision(ports, ada, input({ comment: 'go' }));
    const decision = await storedDecision(setup);
    expect(outcome).toEqual({ kind: 'Decided', decision });
    expect(decision).toMatchObject({
      state: 'Approved',
      decidedAt: clock.now(),
      decidedBy: 'ada',
      comment: 'go',
      finishedAt: null,
      rejectedUntil: null,
    });
    expect(requestedJobs(setup, 'disruption.execute')).toEqual([
      {
        message: { type: 'disruption.execute', clusterId, decisionId: 'dec_1' },
        deliverAt: clock.now(),
      },
    ]);
    expect(await setup.store.decisions.events('dec_1')).toEqual([
      { at: clock.now(), kind: 'Approved', actor: 'ada', data: { comment: 'go' } },
    ]);
    expect(publishedVersions(setup)).toEqual([2]);
  });

  it('writes an audit entry with the caller and the change', async () => {
    const setup = await awaiting();
    await approveDecision(setup.ports, token, input({ comment: 'go' }));
    expect(setup.store.tables.audit.all()).toMatchObject([
      {
        at: setup.clock.now(),
        actor: { kind: 'ApiToken', id: 'tok_ci', name: 'ci' },
        action: 'decision.approve',
        object: { kind: 'Decision', id: 'dec_1', name: 'Empty dec_1' },
        clusterId: setup.clusterId,
        outcome: 'Done',
        comment: 'go',
        before: { state: 'AwaitingApproval' },
        after: { state: 'Approved' },
        requestId: 'req-1',
      },
    ]);
  });

  it('changes only the record: nodes are tainted and NodeClaims terminated by the worker', async () => {
    const setup = await awaiting();
    await approveDecision(setup.ports, ada, input());
    expect(setup.cluster.nodes.get('node-a')?.taints).toEqual([]);
    expect((await setup.store.nodeClaims.find('ncl_a'))?.state).toBe('Initialized');
  });

  it('has no comment in the history when none is given', async () => {
    const setup = await awaiting();
    await approveDecision(setup.ports, ada, input());
    expect(await setup.store.decisions.events('dec_1')).toMatchObject([{ data: {} }]);
    expect(await storedDecision(setup)).toMatchObject({ comment: null });
  });

  it('approves once when two users approve at the same time', async () => {
    const setup = await awaiting();
    const [first, second] = await Promise.all([
      approveDecision(setup.ports, ada, input()),
      approveDecision(setup.ports, token, input()),
    ]);
    expect([first.kind, second.kind]).toEqual(['Decided', 'AlreadyDecided']);
    expect(requestedJobs(setup, 'disruption.execute')).toHaveLength(1);
    expect(setup.store.tables.audit.all()).toHaveLength(1);
  });
});

describe('rejectDecision', () => {
  it('closes the decision and holds its nodes back for a day', async () => {
    const setup = await awaiting();
    const { ports, clock } = setup;
    const outcome = await rejectDecision(ports, ada, input({ comment: 'not now' }));
    expect(outcome.kind).toBe('Decided');
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Rejected',
      decidedBy: 'ada',
      decidedAt: clock.now(),
      finishedAt: clock.now(),
      rejectedUntil: clock.now() + 24 * 3_600_000,
      comment: 'not now',
    });
    expect(await historyOf(setup)).toEqual(['Rejected']);
    expect(setup.takeJobs()).toEqual([]);
    expect(setup.store.tables.audit.all()).toMatchObject([
      { action: 'decision.reject', after: { state: 'Rejected' } },
    ]);
  });

  it('holds until the time that is given, at most 30 days', async () => {
    const setup = await awaiting();
    const now = setup.clock.now();
    const days = (count: number): number => now + count * 86_400_000;
    for (const rejectedUntil of [now, days(30) + 1]) {
      expect(await rejectDecision(setup.ports, ada, input({ rejectedUntil }))).toMatchObject({
        kind: 'Invalid',
        field: 'rejectedUntil',
      });
    }
    expect(await storedDecision(setup)).toMatchObject({ state: 'AwaitingApproval' });
    await rejectDecision(setup.ports, ada, input({ rejectedUntil: days(30) }));
    expect(await storedDecision(setup)).toMatchObject({ rejectedUntil: days(30) });
    expect(setup.store.tables.audit.all()).toMatchObject([{ after: { rejectedUntil: days(30) } }]);
  });

  it('holds for the time that the settings of the cluster have now', async () => {
    const setup = await awaiting();
    const cluster = await setup.store.clusters.find(setup.clusterId);
    if (cluster === null) throw new RangeError('there is no cluster');
    const settings = { ...cluster.settings, rejectionHoldMs: 5_000 };
    await setup.store.clusters.save({ ...cluster, settings });
    await rejectDecision(setup.ports, ada, input());
    expect(await storedDecision(setup)).toMatchObject({
      rejectedUntil: setup.clock.now() + 5_000,
    });
  });
});

describe.each([
  ['approveDecision', approveDecision],
  ['rejectDecision', rejectDecision],
] as const)('%s, refusals', (_, decide) => {
  it('does not find a decision that does not exist', async () => {
    const setup = await awaiting();
    const missing = input({ decisionId: 'dec_none' });
    expect(await decide(setup.ports, ada, missing)).toEqual({ kind: 'NotFound' });
  });

  it.each<readonly [DecisionState, 'AlreadyDecided' | 'Stale']>([
    ['Approved', 'AlreadyDecided'],
    ['Executing', 'AlreadyDecided'],
    ['Executed', 'AlreadyDecided'],
    ['Failed', 'AlreadyDecided'],
    ['Rejected', 'AlreadyDecided'],
    ['Proposed', 'Stale'],
    ['Expired', 'Stale'],
    ['Superseded', 'Stale'],
  ])('returns a decision in state %s as %s', async (state, kind) => {
    const setup = await awaiting({ state });
    const decision = await storedDecision(setup);
    expect(await decide(setup.ports, ada, input())).toEqual({ kind, decision });
    expect(await storedDecision(setup)).toEqual(decision);
    expect(setup.store.tables.audit.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each<readonly [DecideInput['expectedVersion'], string]>([
    [1, 'Decided'],
    [2, 'Stale'],
    [[1, 2], 'Decided'],
    [[2, 3], 'Stale'],
    [[], 'Stale'],
    ['any', 'Decided'],
  ])('for a caller who expects version %j is %s', async (expectedVersion, kind) => {
    const setup = await awaiting();
    const outcome = await decide(setup.ports, ada, input({ expectedVersion }));
    expect(outcome.kind).toBe(kind);
  });

  it('fails and records nothing when another writer is first', async () => {
    const setup = await awaiting();
    await expect(decide(losingDecisions(setup), ada, input())).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
    });
    expect(setup.store.tables.audit.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
    expect(await storedDecision(setup)).toMatchObject({ state: 'AwaitingApproval', version: 1 });
  });
});
