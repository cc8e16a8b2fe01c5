import { invariant } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { executeDecision } from '../disruption/execute-decision.js';
import { reviewDecisions } from '../disruption/review-decisions.js';
import { anyApprover } from '../domain/approval/approval-policy.js';
import type { Decision } from '../domain/decision/decision.js';
import { organizationAdmin } from '../domain/identity/access.js';
import type { AccessAction } from '../domain/identity/access-action.js';
import type { Principal } from '../domain/identity/principal.js';
import { Sweep } from '../domain/operation/sweep.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { addNode, historyOf, requestedJobs, storedDecision } from '../testing/disruption-setup.js';
import { storeAwaiting } from '../testing/reviewed-decision.js';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { storePause } from '../testing/store-pause.js';
import { breakGlass } from './break-glass.js';

const reason = 'the zone is on fire';
const input = {
  decisionId: 'dec_1',
  expectedVersion: 1,
  requestId: null,
  comment: reason,
} as const;
const denied = { state: 'Rejected', verdict: { kind: 'Denied' }, decidedBy: 'kerf' } as const;
const observed = { state: 'Proposed', verdict: { kind: 'ObserveOnly' } } as const;
const limited = (actions: readonly AccessAction[]): Principal => ({
  ...ada,
  grants: [{ effect: 'Allow', role: 'r', actions, scope: { kind: 'Organization' } }],
});

/** The removal of empty node-a, which the policy denied, or the mode only shows. */
async function setUp(
  fields: Partial<Decision>,
  mode: 'approve' | 'observe' = 'approve',
): Promise<ClusterSetup> {
  const setup = await setUpCluster({ mode, configuredMode: mode });
  const ask = { approvals: 1, from: anyApprover };
  await storeAwaiting(setup, [await addNode(setup, 'a')], ask, { expiresAt: null, ...fields });
  return setup;
}

const successorOf = async (setup: ClusterSetup): Promise<Decision> => {
  const found = setup.store.tables.decisions.all().find(({ id }) => id !== 'dec_1');
  if (found === undefined) throw new RangeError('there is one');
  return found;
};

describe('breakGlass of a decision that the policy denied', () => {
  it('executes its plan as a new decision that names who and why', async () => {
    const setup = await setUp(denied);
    const { ports, clusterId } = setup;
    expect((await breakGlass(ports, ada, input)).kind).toBe('Decided');
    const successor = await successorOf(setup);
    expect(successor).toMatchObject({
      state: 'Approved',
      decidedBy: 'ada',
      comment: reason,
      approval: { breakGlass: { overrides: 'Denial', personId: 'usr_ada' } },
    });
    expect(await historyOf(setup, successor.id)).toEqual(['Proposed', 'BreakGlass', 'Approved']);
    expect((await storedDecision(setup)).state).toBe('Rejected');
    expect(setup.store.tables.audit.all()).toMatchObject([
      {
        action: 'decision.break-glass',
        comment: reason,
        after: { overrides: 'Denial', executedAs: successor.id },
      },
    ]);
    expect(requestedJobs(setup, 'disruption.execute')).toHaveLength(1);
    const execute = () => executeDecision(ports, { clusterId, decisionId: successor.id });
    expect(await execute()).toEqual({ kind: 'Wait', ms: 250 });
    await execute();
    expect((await successorOf(setup)).state).toBe('Executing');
  });

  it('is refused twice, with a short reason, without the right, and for another version', async () => {
    const setup = await setUp(denied);
    const { ports } = setup;
    expect(await breakGlass(ports, ada, { ...input, comment: 'now' })).toMatchObject({
      kind: 'Invalid',
      field: 'reason',
    });
    const approver = limited(['decision.read', 'decision.approve', 'approval-policy.write']);
    expect(await breakGlass(ports, approver, input)).toMatchObject({ kind: 'Refused' });
    expect((await breakGlass(ports, ada, { ...input, expectedVersion: 7 })).kind).toBe('Stale');
    expect((await breakGlass(ports, ada, { ...input, planDigest: 'other' })).kind).toBe('Stale');
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
    await breakGlass(ports, ada, input);
    expect((await breakGlass(ports, ada, input)).kind).toBe('AlreadyDecided');
    expect(setup.store.tables.decisions.all()).toHaveLength(2);
  });

  it('executes nothing that a person rejected', async () => {
    const setup = await setUp({ state: 'Rejected', decidedBy: 'grace' });
    expect((await breakGlass(setup.ports, ada, input)).kind).toBe('AlreadyDecided');
  });

  it('executes nothing during a pause, and nothing but the plan that was seen', async () => {
    const setup = await setUp(denied);
    const { ports, clusterId } = setup;
    await breakGlass(ports, ada, input);
    await storePause(setup, 'Disruption');
    const { id: decisionId } = await successorOf(setup);
    await executeDecision(ports, { clusterId, decisionId });
    expect((await successorOf(setup)).state).toBe('Superseded');
    expect(setup.cluster.nodes.get('node-a')?.taints).toEqual([]);
  });
});

describe('breakGlass of a decision that the mode observe only shows', () => {
  it('removes its nodes, and the shown decision is superseded', async () => {
    const setup = await setUp(observed, 'observe');
    const { ports, clusterId } = setup;
    await breakGlass(ports, ada, input);
    const { id: decisionId } = await successorOf(setup);
    expect((await storedDecision(setup)).state).toBe('Superseded');
    expect(await setup.store.decisions.events('dec_1')).toMatchObject([
      { data: { successor: decisionId, detail: 'ada executes it by break-glass' } },
    ]);
    const execute = () => executeDecision(ports, { clusterId, decisionId });
    expect(await execute()).toEqual({ kind: 'Wait', ms: 250 });
    await reviewDecisions(ports, {
      loaded: await loadSnapshot(ports, clusterId),
      stored: { policy: null, teams: [] },
      sweep: new Sweep(),
    });
    await execute();
    expect((await successorOf(setup)).state).toBe('Executing');
    await execute();
    expect(await successorOf(setup)).toMatchObject({ executionStep: 'MarkedForDeletion' });
    expect(requestedJobs(setup, 'node-claim.terminate')).toHaveLength(1);
  });

  it('is refused if its pods would wait for a node that is not launched in mode observe', async () => {
    const setup = await setUp(observed, 'observe');
    const decision = await storedDecision(setup);
    invariant(decision.body.type === 'Disrupt', 'it removes a node');
    const { body } = decision;
    const terminateFirst = { code: 'RESERVATION_FULL', reservations: ['cr-1'] } as const;
    const waiting = { ...body, command: { ...body.command, terminateFirst } };
    const saved = await setup.store.decisions.save({ ...decision, body: waiting }, []);
    const refused = { ...input, expectedVersion: saved?.version ?? 0 };
    expect(await breakGlass(setup.ports, ada, refused)).toMatchObject({
      kind: 'Invalid',
      message: expect.stringContaining('launches nodes'),
    });
    expect((await storedDecision(setup)).state).toBe('Proposed');
  });

  it('is refused while another controller acts, before and right before the execution', async () => {
    const setup = await setUp(observed, 'observe');
    const { ports, clusterId, store } = setup;
    await breakGlass(ports, ada, input);
    const cluster = await store.clusters.find(clusterId);
    if (cluster === null) throw new RangeError('it is stored');
    const message = 'Karpenter runs there.';
    const hold = { code: 'KARPENTER_RUNNING', object: 'Lease/x', message, since: 0 } as const;
    store.tables.clusters.set(clusterId, { ...cluster, hold });
    const { id: decisionId } = await successorOf(setup);
    await executeDecision(ports, { clusterId, decisionId });
    expect((await successorOf(setup)).state).toBe('Superseded');
    const { id: _, ...shown } = await storedDecision(setup);
    await store.decisions.insert({ ...shown, ...observed, id: 'dec_9', version: 1 }, []);
    expect(await breakGlass(ports, ada, { ...input, decisionId: 'dec_9' })).toMatchObject({
      kind: 'Invalid',
      message: expect.stringContaining(message),
    });
  });

  it('is refused to who has the right in another NodePool only', async () => {
    const setup = await setUp(observed, 'observe');
    const { clusterId } = setup;
    const scope = { kind: 'NodePools', clusterId, nodePools: ['other'] } as const;
    const grants = organizationAdmin.grants.map((grant) => ({ ...grant, scope }));
    expect(await breakGlass(setup.ports, { ...ada, grants }, input)).toMatchObject({
      refusal: { code: 'Forbidden' },
    });
  });
});
