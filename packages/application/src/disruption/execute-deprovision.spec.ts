import { annotationKeys } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import type { Decision, RemoveBody } from '../domain/decision/decision.js';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { Ports } from '../ports/ports.js';
import {
  addNode,
  candidateOf,
  historyOf,
  inTransactions,
  losingDecisions,
  type ManagedNode,
  publishedVersions,
  requestedJobs,
  storeDecision,
  storedDecision,
  withoutView,
} from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { executeDeprovision } from './execute-deprovision.js';

const staticPool = (replicas: number): Partial<NodePoolDefinition['spec']> => ({
  replicas,
  limits: {},
});

/** Stores an approved decision to remove these nodes of the static NodePool `default`. */
async function approve(setup: ClusterSetup, nodes: readonly ManagedNode[]) {
  const body: RemoveBody = {
    type: 'Remove',
    reason: 'Overprovisioned',
    candidates: nodes.map(candidateOf),
    pods: [],
    interruption: null,
    deadline: null,
    staticPool: { nodePool: 'default', replicas: 1, held: 2 },
  };
  const decision = await storeDecision(setup, nodes, {
    kind: 'Deprovision',
    state: 'Approved',
    verdict: { kind: 'NeedsApproval', approvals: 1 },
    body,
  });
  return { decision, body };
}

const execute = (
  { decision, body }: { decision: Decision; body: RemoveBody },
  ports: Ports,
): Promise<unknown> => executeDeprovision(ports, decision, body);

const statesOf = ({ store }: ClusterSetup) =>
  Object.fromEntries(store.tables.nodeClaims.all().map(({ id, state }) => [id, state]));

/** Returns what became of a decision that is not executed, and what was requested. */
async function refusalOf(setup: ClusterSetup) {
  const { state } = await storedDecision(setup);
  const [event] = await setup.store.decisions.events('dec_1');
  const isAnyTerminating = Object.values(statesOf(setup)).includes('Terminating');
  return { state, detail: event?.data.detail, isAnyTerminating, jobs: setup.takeJobs() };
}

const superseded = {
  state: 'Superseded',
  detail: 'the cluster has changed',
  isAnyTerminating: false,
  jobs: [{ type: 'provisioning.reconcile-static-pools', clusterId: 'clu_1' }],
};

const keptNode = { annotations: { [annotationKeys.doNotDisrupt]: 'true' } };

describe('executeDeprovision', () => {
  it('terminates the approved nodes while they are exactly the surplus', async () => {
    const setup = await setUpCluster({ mode: 'approve' }, staticPool(1));
    await addNode(setup, 'kept', { node: keptNode });
    const surplus = await addNode(setup, 'a');
    expect(await execute(await approve(setup, [surplus]), setup.ports)).toEqual({ kind: 'Done' });
    expect(statesOf(setup)).toEqual({ ncl_kept: 'Initialized', ncl_a: 'Terminating' });
    expect(await setup.store.nodeClaims.find('ncl_a')).toMatchObject({
      termination: { reason: 'Overprovisioned' },
    });
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Executing',
      executionStep: 'MarkedForDeletion',
    });
    expect(await historyOf(setup)).toEqual(['ExecutionStarted', 'StepDone MarkedForDeletion']);
    expect(requestedJobs(setup, 'node-claim.terminate')).toHaveLength(1);
    expect(publishedVersions(setup)).toEqual([2]);
  });

  it('is superseded in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' }, staticPool(1));
    await addNode(setup, 'kept', { node: keptNode });
    await execute(await approve(setup, [await addNode(setup, 'a')]), setup.ports);
    expect(await refusalOf(setup)).toEqual(superseded);
  });

  it('is superseded when other nodes are the surplus now', async () => {
    const setup = await setUpCluster({ mode: 'approve' }, staticPool(1));
    const approved = await addNode(setup, 'kept', { node: keptNode });
    await addNode(setup, 'a');
    await execute(await approve(setup, [approved]), setup.ports);
    expect(await refusalOf(setup)).toEqual(superseded);
  });

  it.each([
    ['fewer', 2],
    ['more', 0],
  ])('is superseded when %s nodes are the surplus now', async (_, replicas) => {
    const setup = await setUpCluster({ mode: 'approve' }, staticPool(replicas));
    await addNode(setup, 'kept', { node: keptNode });
    await execute(await approve(setup, [await addNode(setup, 'a')]), setup.ports);
    expect(await refusalOf(setup)).toEqual(superseded);
  });

  it('is superseded when the NodePool is no longer static', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    await execute(await approve(setup, [await addNode(setup, 'a')]), setup.ports);
    expect(await refusalOf(setup)).toEqual(superseded);
  });

  it('is superseded when it names no static NodePool', async () => {
    const setup = await setUpCluster({ mode: 'approve' }, staticPool(1));
    const { decision, body } = await approve(setup, [await addNode(setup, 'a')]);
    const { staticPool: _, ...others } = body;
    await execute({ decision, body: others }, setup.ports);
    expect(await refusalOf(setup)).toEqual(superseded);
  });

  it('fails and changes nothing when another writer saves the decision first', async () => {
    const setup = await setUpCluster({ mode: 'approve' }, staticPool(0));
    const approved = await approve(setup, [await addNode(setup, 'a')]);
    await expect(execute(approved, losingDecisions(setup))).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(statesOf(setup)).toEqual({ ncl_a: 'Initialized' });
    expect(setup.takeJobs()).toEqual([]);
  });

  it('fails and changes nothing when another writer saves a NodeClaim first', async () => {
    const setup = await setUpCluster({ mode: 'approve' }, staticPool(0));
    const approved = await approve(setup, [await addNode(setup, 'a')]);
    const ports = inTransactions(setup.ports, ({ nodeClaims }) => ({
      nodeClaims: { ...nodeClaims, saveAll: async () => [] },
    }));
    await expect(execute(approved, ports)).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(await storedDecision(setup)).toMatchObject({ state: 'Approved' });
  });

  it('fails while the cluster cache is not synced', async () => {
    const setup = await setUpCluster({ mode: 'approve' }, staticPool(0));
    const approved = await approve(setup, [await addNode(setup, 'a')]);
    await expect(execute(approved, withoutView(setup))).rejects.toMatchObject({
      code: 'CLUSTER.NOT_SYNCED',
    });
    expect(await storedDecision(setup)).toMatchObject({ state: 'Approved' });
  });
});
