import { AppError, taintKeys } from '@kerf/core';
import { aPlannedClaim, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision, RemoveBody } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import {
  addNode,
  deletionOf,
  historyOf,
  inTransactions,
  losingDecisions,
  publishedVersions,
  requestedJobs,
  storeDecision,
  storedDecision,
  withoutView,
} from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { storePause } from '../testing/store-pause.js';
import { executeDecision, untaint } from './execute-decision.js';

const disrupted = { key: taintKeys.disrupted, value: '', effect: 'NoSchedule' } as const;
const other = { key: 'team', value: 'web', effect: 'NoSchedule' } as const;
const needsApproval = { kind: 'NeedsApproval', approvals: 1 } as const;
const removal: RemoveBody = {
  type: 'Remove',
  reason: 'Overprovisioned',
  candidates: [],
  pods: [],
  interruption: null,
  deadline: null,
};

const execute = (setup: ClusterSetup, ports: Ports = setup.ports) =>
  executeDecision(ports, { clusterId: setup.clusterId, decisionId: 'dec_1' });

const taintsOf = ({ cluster }: ClusterSetup, nodeName: string) =>
  cluster.nodes.get(nodeName)?.taints.map(({ key }) => key);

const claimOf = async ({ store }: ClusterSetup, id: string) => {
  const claim = await store.nodeClaims.find(id);
  return claim?.state;
};

describe('executeDecision, nothing to do', () => {
  it('ignores a decision that does not exist', async () => {
    expect(await execute(await setUpCluster())).toEqual({ kind: 'Done' });
  });

  it.each<Partial<Decision>>([
    { state: 'Proposed' },
    { state: 'AwaitingApproval' },
    { state: 'Executed' },
    { state: 'Rejected' },
    { state: 'Executing', executionStep: 'None' },
    { state: 'Executing', executionStep: 'MarkedForDeletion' },
    { state: 'Executing', executionStep: 'Terminated' },
    { state: 'Executing', body: removal },
    { state: 'Proposed', body: removal },
  ])('leaves a decision with %j as it is', async (fields) => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')], fields);
    expect(await execute(setup)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({ ...fields, version: 1 });
    expect(taintsOf(setup, 'node-a')).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });
});

describe('executeDecision, the taint', () => {
  it('is added first, and the decision stays approved until the cache has it', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'other');
    await storeDecision(setup, [await addNode(setup, 'a', { node: { taints: [other] } })], {
      state: 'Approved',
    });
    expect(await execute(setup)).toEqual({ kind: 'Wait', ms: 250 });
    expect(setup.cluster.nodes.get('node-a')?.taints).toEqual([other, disrupted]);
    expect(taintsOf(setup, 'node-other')).toEqual([]);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Approved', version: 1 });
  });

  it('starts the execution once all nodes have it', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock } = setup;
    const tainted = await addNode(setup, 'a', { node: { taints: [disrupted] } });
    await storeDecision(setup, [tainted, await addNode(setup, 'b')], { state: 'Approved' });
    expect(await execute(setup)).toEqual({ kind: 'Wait', ms: 250 });
    expect(await execute(setup)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Executing',
      executionStep: 'Tainted',
    });
    expect(await historyOf(setup)).toEqual(['ExecutionStarted', 'StepDone Tainted']);
    expect(setup.meter.of('CommandStarted')).toHaveLength(1);
    expect(requestedJobs(setup, 'node-claim.sync').map(({ message }) => message)).toEqual([
      { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_a' },
      { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_b' },
    ]);
    expect(requestedJobs(setup, 'disruption.execute')).toEqual([
      {
        message: { type: 'disruption.execute', clusterId, decisionId: 'dec_1' },
        deliverAt: clock.now(),
      },
    ]);
    expect(publishedVersions(setup)).toEqual([2]);
  });

  it('is not added in mode observe, and the decision is superseded', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    await storeDecision(setup, [await addNode(setup, 'a')], { state: 'Approved' });
    expect(await execute(setup)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    expect(await setup.store.decisions.events('dec_1')).toMatchObject([
      { data: { detail: 'the mode of the cluster is now observe' } },
    ]);
    expect(taintsOf(setup, 'node-a')).toEqual([]);
  });

  it('starts nothing when another writer is first', async () => {
    const setup = await setUpCluster();
    const tainted = await addNode(setup, 'a', { node: { taints: [disrupted] } });
    await storeDecision(setup, [tainted], { state: 'Approved' });
    expect(await execute(setup, losingDecisions(setup))).toEqual({ kind: 'Done' });
    expect(setup.takeJobs()).toEqual([]);
    expect(publishedVersions(setup)).toEqual([]);
  });
});

describe('executeDecision, a decision that is no longer valid', () => {
  it('is superseded, and its nodes lose the taint', async () => {
    const setup = await setUpCluster();
    const busy = await addNode(setup, 'a', {
      node: { taints: [other, disrupted] },
      pods: [aPod().running()],
    });
    await storeDecision(setup, [busy], { state: 'Approved' });
    expect(await execute(setup)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    expect(await setup.store.decisions.events('dec_1')).toMatchObject([
      {
        data: {
          detail: 'the cluster has changed',
          dropped: [{ nodeName: 'node-a', reasons: [{ code: 'NOT_EMPTY' }] }],
        },
      },
    ]);
    expect(taintsOf(setup, 'node-a')).toEqual(['team']);
    expect(setup.takeJobs().map(({ type }) => type)).toEqual(['disruption.plan']);
  });

  it.each([
    ['is superseded when its node was deleted', { deletionRequestedAt: 1 }, 'Superseded'],
    ['is executed when its node was cordoned', { isCordoned: true }, 'Executing'],
  ])('%s by someone else', async (_, node, state) => {
    const setup = await setUpCluster();
    const taints = [disrupted];
    await storeDecision(setup, [await addNode(setup, 'a', { node: { ...node, taints } })], {
      state: 'Approved',
    });
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ state });
  });

  it('is superseded when its node is terminating for another reason, which keeps the taint', async () => {
    const setup = await setUpCluster();
    const leaving = await addNode(setup, 'a', {
      node: { taints: [disrupted] },
      claim: { state: 'Terminating' },
    });
    await storeDecision(setup, [leaving], { state: 'Approved' });
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    expect(taintsOf(setup, 'node-a')).toEqual([taintKeys.disrupted]);
  });

  it('is executed for the nodes that still qualify if no approval is required', async () => {
    const setup = await setUpCluster();
    const taints = [disrupted];
    const kept = await addNode(setup, 'a', { node: { taints } });
    const busy = await addNode(setup, 'b', { node: { taints }, pods: [aPod().running()] });
    await storeDecision(setup, [kept, busy], { state: 'Approved' });
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Executing',
      nodeClaimIds: ['ncl_a'],
      nodeCount: 1,
      costChangeMicroUsdPerHour: -96_000,
    });
    expect(taintsOf(setup, 'node-a')).toEqual([taintKeys.disrupted]);
    expect(taintsOf(setup, 'node-b')).toEqual([]);
  });

  it('is superseded as a whole if a user approved it', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const taints = [disrupted];
    const kept = await addNode(setup, 'a', { node: { taints } });
    const busy = await addNode(setup, 'b', { node: { taints }, pods: [aPod().running()] });
    await storeDecision(setup, [kept, busy], { state: 'Approved', verdict: needsApproval });
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded', nodeCount: 2 });
    expect(taintsOf(setup, 'node-a')).toEqual([]);
    expect(taintsOf(setup, 'node-b')).toEqual([]);
  });

  it('is superseded if an approved decision before it uses the disruption budget', async () => {
    const disruption = {
      consolidationPolicy: 'WhenEmpty',
      consolidateAfter: '3s',
      budgets: [{ nodes: '1' }],
    } as const;
    const setup = await setUpCluster({}, { disruption });
    const fields = { state: 'Approved' } as const;
    await storeDecision(setup, [await addNode(setup, 'b')], { ...fields, id: 'dec_0' });
    await storeDecision(setup, [await addNode(setup, 'a')], fields);
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
  });
});

describe('executeDecision, a tainted decision', () => {
  it('terminates the NodeClaims at once if nothing replaces them', async () => {
    const setup = await setUpCluster();
    const [a, b] = [await addNode(setup, 'a'), await addNode(setup, 'b')];
    await storeDecision(setup, [a, b], { state: 'Executing', executionStep: 'Tainted' });
    expect(await execute(setup)).toEqual({ kind: 'Done' });
    for (const { claim } of [a, b]) {
      expect(await setup.store.nodeClaims.find(claim.id)).toMatchObject({
        state: 'Terminating',
        termination: { step: 'Requested', reason: 'Empty', startedAt: setup.clock.now() },
      });
    }
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Executing',
      executionStep: 'MarkedForDeletion',
    });
    expect(await historyOf(setup)).toEqual(['StepDone MarkedForDeletion']);
    expect(
      requestedJobs(setup, 'node-claim.terminate').map(({ message }) => message),
    ).toMatchObject([{ nodeClaimId: 'ncl_a' }, { nodeClaimId: 'ncl_b' }]);
    expect(publishedVersions(setup)).toEqual([2]);
  });

  it('terminates them once when the job runs twice', async () => {
    const setup = await setUpCluster();
    const fields = { state: 'Executing', executionStep: 'Tainted' } as const;
    await storeDecision(setup, [await addNode(setup, 'a')], fields);
    await execute(setup);
    await execute(setup);
    expect(requestedJobs(setup, 'node-claim.terminate')).toHaveLength(1);
    expect(await historyOf(setup)).toEqual(['StepDone MarkedForDeletion']);
  });

  it('leaves NodeClaims that are terminating for another reason', async () => {
    const setup = await setUpCluster();
    const leaving = await addNode(setup, 'a', { claim: { state: 'Terminating' } });
    const fields = { state: 'Executing', executionStep: 'Tainted' } as const;
    await storeDecision(setup, [leaving, await addNode(setup, 'b')], fields);
    await execute(setup);
    expect((await setup.store.nodeClaims.find('ncl_a'))?.version).toBe(1);
    expect(await claimOf(setup, 'ncl_b')).toBe('Terminating');
  });

  it('asks for a retry when another writer changes one of them at the same time', async () => {
    const setup = await setUpCluster();
    const fields = { state: 'Executing', executionStep: 'Tainted' } as const;
    await storeDecision(setup, [await addNode(setup, 'a'), await addNode(setup, 'b')], fields);
    const busy = inTransactions(setup.ports, ({ nodeClaims }) => ({
      nodeClaims: { ...nodeClaims, saveAll: (claims) => nodeClaims.saveAll(claims.slice(1)) },
    }));
    await expect(execute(setup, busy)).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(await storedDecision(setup)).toMatchObject({ executionStep: 'Tainted' });
  });

  it('is executed when its NodeClaims are terminated already', async () => {
    const setup = await setUpCluster();
    const gone = await addNode(setup, 'a', { claim: { state: 'Terminated' } });
    const fields = { state: 'Executing', executionStep: 'Tainted' } as const;
    await storeDecision(setup, [gone], fields);
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Executed',
      executionStep: 'Terminated',
      achievedSavingMicroUsdPerHour: 96_000,
      finishedAt: setup.clock.now(),
    });
    expect(await historyOf(setup)).toEqual(['StepDone MarkedForDeletion', 'Executed']);
  });

  it('requests the replacements first if it has some', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a');
    const command = { ...deletionOf(node), replacements: [aPlannedClaim()] };
    const fields = { state: 'Executing', executionStep: 'Tainted' } as const;
    const body = { type: 'Disrupt', command, budgets: [] } as const;
    await storeDecision(setup, [node], { ...fields, body });
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ executionStep: 'ReplacementsRequested' });
    expect(await claimOf(setup, 'ncl_a')).toBe('Initialized');
    expect(requestedJobs(setup, 'node-claim.launch')).toHaveLength(1);
  });

  it('publishes nothing when another writer saves it first', async () => {
    const setup = await setUpCluster();
    const fields = { state: 'Executing', executionStep: 'Tainted' } as const;
    await storeDecision(setup, [await addNode(setup, 'a')], fields);
    await execute(setup, losingDecisions(setup));
    expect(publishedVersions(setup)).toEqual([]);
    expect(await historyOf(setup)).toEqual([]);
  });
});

describe('executeDecision, with replacements', () => {
  const body = (nodeClaimId: string, node: Awaited<ReturnType<typeof addNode>>) => ({
    type: 'Disrupt' as const,
    command: { ...deletionOf(node), replacements: [aPlannedClaim()] },
    budgets: [],
    replacementClaims: { 'claim-0001': nodeClaimId },
  });

  it('waits while a replacement starts', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a');
    await addNode(setup, 'new', { claim: { state: 'Launched', initializedAt: null } });
    await storeDecision(setup, [node], {
      state: 'Executing',
      executionStep: 'ReplacementsRequested',
      body: body('ncl_new', node),
      proposedAt: setup.clock.now(),
    });
    setup.store.tables.nodeClaims.updateWhere(
      ({ id }) => id === 'ncl_new',
      (row) => ({ ...row, requestedAt: setup.clock.now() }),
    );
    expect(await execute(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
    expect(await claimOf(setup, 'ncl_a')).toBe('Initialized');
  });

  it('terminates the candidates and keeps the replacements once they are initialized', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a');
    await addNode(setup, 'new');
    await storeDecision(setup, [node], {
      state: 'Executing',
      executionStep: 'ReplacementsRequested',
      body: body('ncl_new', node),
    });
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ executionStep: 'ReplacementsInitialized' });
    expect(await claimOf(setup, 'ncl_a')).toBe('Initialized');
    await execute(setup);
    expect(await claimOf(setup, 'ncl_a')).toBe('Terminating');
    expect(await claimOf(setup, 'ncl_new')).toBe('Initialized');
  });

  it('keeps the candidates when an initialized replacement is removed again', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a', { node: { taints: [disrupted] } });
    await addNode(setup, 'new', { claim: { state: 'Terminating' } });
    await storeDecision(setup, [node], {
      state: 'Executing',
      executionStep: 'ReplacementsInitialized',
      body: body('ncl_new', node),
    });
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Failed' });
    expect(await claimOf(setup, 'ncl_a')).toBe('Initialized');
    expect(taintsOf(setup, 'node-a')).toEqual([]);
  });
});

describe('executeDecision, an approved removal', () => {
  it('is executed in another way than a command', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [], { state: 'Approved', body: removal, nodeClaimIds: ['ncl_x'] });
    expect(await execute(setup)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
  });
});

describe('executeDecision, failures', () => {
  const unreachable = new AppError({
    code: 'CLUSTER.UNREACHABLE',
    message: 'The cluster does not respond.',
    retry: { kind: 'backoff' },
  });

  it('records why an approved decision is delayed, and fails', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')], { state: 'Approved' });
    await expect(execute(setup, withoutView(setup))).rejects.toThrow('not known yet');
    expect(await historyOf(setup)).toEqual(['ExecutionDelayed']);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Approved' });
  });

  it('repeats the taint after a failure between two nodes', async () => {
    const setup = await setUpCluster();
    const [a, b] = [await addNode(setup, 'a'), await addNode(setup, 'b')];
    await storeDecision(setup, [a, b], { state: 'Approved' });
    const { cluster } = setup;
    const addTaint = cluster.addTaint.bind(cluster);
    cluster.addTaint = async (to, nodeName, taint) => {
      if (nodeName === b.node.name) throw unreachable;
      await addTaint(to, nodeName, taint);
    };
    await expect(execute(setup)).rejects.toBe(unreachable);
    expect([taintsOf(setup, 'node-a'), taintsOf(setup, 'node-b')]).toEqual([
      [taintKeys.disrupted],
      [],
    ]);
    cluster.addTaint = addTaint;
    await execute(setup);
    expect(taintsOf(setup, 'node-b')).toEqual([taintKeys.disrupted]);
    expect(taintsOf(setup, 'node-a')).toEqual([taintKeys.disrupted]);
  });

  it('records nothing about an error that is a bug', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')], { state: 'Approved' });
    const bug = new TypeError('bug');
    const engine = { ...setup.ports.engine, validateCommand: () => Promise.reject(bug) };
    await expect(execute(setup, { ...setup.ports, engine })).rejects.toBe(bug);
    expect(await historyOf(setup)).toEqual([]);
  });

  it('leaves the NodeClaims as they are when their termination cannot be saved', async () => {
    const setup = await setUpCluster();
    const fields = { state: 'Executing', executionStep: 'Tainted' } as const;
    await storeDecision(setup, [await addNode(setup, 'a')], fields);
    const failing = inTransactions(setup.ports, ({ decisions }) => ({
      decisions: { ...decisions, save: () => Promise.reject(unreachable) },
    }));
    await expect(execute(setup, failing)).rejects.toBe(unreachable);
    expect(await claimOf(setup, 'ncl_a')).toBe('Initialized');
    expect(setup.takeJobs()).toEqual([]);
  });
});

describe('untaint', () => {
  it('leaves other taints, other nodes, and nodes that are terminating', async () => {
    const setup = await setUpCluster();
    const taints = [other, disrupted];
    await addNode(setup, 'a', { node: { taints } });
    await addNode(setup, 'b', { node: { taints } });
    await addNode(setup, 'c', { node: { taints }, claim: { state: 'Terminating' } });
    const loaded = await loadSnapshot(setup.ports, setup.clusterId);
    await untaint(setup.ports, loaded, ['node-a', 'node-c', 'node-gone']);
    expect(taintsOf(setup, 'node-a')).toEqual(['team']);
    expect(taintsOf(setup, 'node-b')).toEqual(['team', taintKeys.disrupted]);
    expect(taintsOf(setup, 'node-c')).toEqual(['team', taintKeys.disrupted]);
  });
});

describe('executeDecision, a pause', () => {
  it('supersedes an approved decision, and says who paused it', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')], { state: 'Approved' });
    await storePause(setup, 'Disruption');
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    const events = await setup.store.decisions.events('dec_1');
    expect(events.at(-1)?.data.detail).toBe('paused by ada: bad AMI');
    expect(taintsOf(setup, 'node-a')).toEqual([]);
  });

  it.each(['Tainted', 'ReplacementsRequested', 'ReplacementsInitialized'] as const)(
    'rolls back what is at step %s: nothing is drained yet',
    async (executionStep) => {
      const setup = await setUpCluster();
      const node = { taints: [disrupted] };
      await storeDecision(setup, [await addNode(setup, 'a', { node })], {
        state: 'Executing',
        executionStep,
      });
      await storePause(setup, 'Disruption');
      await execute(setup);
      expect(await storedDecision(setup)).toMatchObject({ state: 'Failed' });
      expect(taintsOf(setup, 'node-a')).toEqual([]);
      expect(await claimOf(setup, 'ncl_a')).toBe('Initialized');
    },
  );

  it('leaves a drain that has begun, and what it does not stop', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')], {
      state: 'Executing',
      executionStep: 'MarkedForDeletion',
    });
    await storePause(setup, 'Disruption');
    await execute(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Executing' });
  });
});
