import { taintKeys } from '@kerf/core';
import { aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision, DisruptBody } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';
import {
  addNode,
  deletionOf,
  historyOf,
  losingDecisions,
  type ManagedNode,
  publishedVersions,
  requestedJobs,
  storeDecision,
  storedDecision,
} from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { awaitReplacements, nextStep, requestReplacements } from './replacements.js';

const disrupted = { key: taintKeys.disrupted, value: '', effect: 'NoSchedule' } as const;
const minuteMs = 60_000;

interface Replacing {
  readonly decision: Decision;
  readonly body: DisruptBody;
}

/** Stores a decision that replaces the nodes by as many planned ones, with these NodeClaims. */
async function replace(
  setup: ClusterSetup,
  nodes: readonly ManagedNode[],
  { planned = 1, claims }: { planned?: number; claims?: Record<string, string> } = {},
): Promise<Replacing> {
  const replacements = Array.from({ length: planned }, (_, index) =>
    aPlannedClaim({ id: `claim-000${index + 1}` }),
  );
  const body: DisruptBody = {
    type: 'Disrupt',
    command: { ...deletionOf(...nodes), reason: 'Underutilized', replacements },
    budgets: [],
    ...(claims !== undefined && { replacementClaims: claims }),
  };
  const decision = await storeDecision(setup, nodes, {
    state: 'Executing',
    executionStep: claims === undefined ? 'Tainted' : 'ReplacementsRequested',
    body,
  });
  return { decision, body };
}

/** Adds the NodeClaim of a replacement. */
const addReplacement = async (setup: ClusterSetup, claim: Partial<NodeClaim> = {}) =>
  (await addNode(setup, 'new', { claim })).claim;

describe('nextStep', () => {
  it('is the execution of the decision at the given time', async () => {
    const setup = await setUpCluster();
    const { decision } = await replace(setup, []);
    const { clusterId } = setup;
    expect(nextStep(decision, 7)).toEqual({
      message: { type: 'disruption.execute', clusterId, decisionId: 'dec_1' },
      deliverAt: 7,
    });
  });
});

describe('requestReplacements', () => {
  const request = (setup: ClusterSetup, { decision, body }: Replacing, ports?: Ports) =>
    requestReplacements(ports ?? setup.ports, decision, body);

  it('records a NodeClaim for each replacement and requests their launch', async () => {
    const setup = await setUpCluster();
    const { clusterId, store, clock } = setup;
    const replacing = await replace(setup, [await addNode(setup, 'a')], { planned: 2 });
    expect(await request(setup, replacing)).toEqual({ kind: 'Done' });
    const claims = await store.nodeClaims.inStates(clusterId, ['Requested']);
    expect(claims).toMatchObject([
      { decisionId: 'dec_1', nodePool: 'default', requestedAt: clock.now() },
      { decisionId: 'dec_1', nodePool: 'default', requestedAt: clock.now() },
    ]);
    const nodeClaimIds = claims.map(({ id }) => id);
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Executing',
      executionStep: 'ReplacementsRequested',
      nodeClaimIds: ['ncl_a'],
      body: { replacementClaims: { 'claim-0001': nodeClaimIds[0], 'claim-0002': nodeClaimIds[1] } },
    });
    expect(requestedJobs(setup, 'node-claim.launch')).toEqual([
      { message: { type: 'node-claim.launch', clusterId, nodeClaimIds }, deliverAt: clock.now() },
    ]);
    expect(requestedJobs(setup, 'disruption.execute')).toHaveLength(1);
    expect(await historyOf(setup)).toEqual(['StepDone ReplacementsRequested']);
    expect(publishedVersions(setup)).toEqual([2]);
  });

  it('records an Event on each replacement with the reason of the command', async () => {
    const setup = await setUpCluster();
    await request(setup, await replace(setup, [await addNode(setup, 'a')], { planned: 2 }));
    expect(setup.events.recorded).toMatchObject([
      { reason: 'DisruptionLaunching', message: 'Launching NodeClaim: Underutilized' },
      { reason: 'DisruptionLaunching', about: { kind: 'NodeClaim' } },
    ]);
  });

  it('leaves the candidates as they are', async () => {
    const setup = await setUpCluster();
    await request(setup, await replace(setup, [await addNode(setup, 'a')]));
    expect(await setup.store.nodeClaims.find('ncl_a')).toMatchObject({
      state: 'Initialized',
      version: 1,
    });
  });

  it('launches nothing twice when the job runs twice', async () => {
    const setup = await setUpCluster();
    const replacing = await replace(setup, [await addNode(setup, 'a')]);
    await request(setup, replacing);
    await request(setup, replacing);
    expect(await setup.store.nodeClaims.inStates(setup.clusterId, ['Requested'])).toHaveLength(1);
    expect(requestedJobs(setup, 'node-claim.launch')).toHaveLength(1);
    expect(setup.events.recorded).toHaveLength(1);
    expect(publishedVersions(setup)).toEqual([2]);
  });
});

describe('awaitReplacements', () => {
  const wait = (setup: ClusterSetup, { decision, body }: Replacing, ports?: Ports) =>
    awaitReplacements(ports ?? setup.ports, decision, body);
  const claims = { 'claim-0001': 'ncl_new' };

  it.each(['Requested', 'Launching', 'Launched', 'Registered'] as const)(
    'waits while a replacement is in state %s',
    async (state) => {
      const setup = await setUpCluster();
      const requestedAt = setup.clock.now();
      await addReplacement(setup, { state, requestedAt, initializedAt: null });
      const replacing = await replace(setup, [await addNode(setup, 'a')], { claims });
      expect(await wait(setup, replacing)).toEqual({ kind: 'Wait', ms: 1_000 });
      expect(await storedDecision(setup)).toMatchObject({ version: 1 });
      expect(setup.events.recorded).toMatchObject([
        { reason: 'DisruptionWaitingReadiness', about: { name: 'default-new' } },
      ]);
    },
  );

  it('goes on once all of them are initialized, and nominates their nodes', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, ports } = setup;
    await addReplacement(setup);
    const replacing = await replace(setup, [await addNode(setup, 'a')], { claims });
    expect(await wait(setup, replacing)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Executing',
      executionStep: 'ReplacementsInitialized',
    });
    expect(await historyOf(setup)).toEqual(['StepDone ReplacementsInitialized']);
    expect(requestedJobs(setup, 'disruption.execute')).toHaveLength(1);
    expect(publishedVersions(setup)).toEqual([2]);
    expect([...ports.memory.nominations.of(clusterId, clock.now())]).toEqual([
      ['node-new', clock.now() + 20_000],
    ]);
    expect(setup.events.recorded).toEqual([]);
  });

  it('waits for the last of several replacements', async () => {
    const setup = await setUpCluster();
    await addReplacement(setup);
    const claim = { state: 'Registered', requestedAt: setup.clock.now() } as const;
    await addNode(setup, 'late', { claim });
    const both = { ...claims, 'claim-0002': 'ncl_late' };
    const replacing = await replace(setup, [await addNode(setup, 'a')], { claims: both });
    expect(await wait(setup, replacing)).toEqual({ kind: 'Wait', ms: 1_000 });
    expect(setup.events.recorded.map(({ about }) => about.name)).toEqual(['default-late']);
  });

  it('requests no next step when another writer is first', async () => {
    const setup = await setUpCluster();
    await addReplacement(setup);
    const replacing = await replace(setup, [await addNode(setup, 'a')], { claims });
    await wait(setup, replacing, losingDecisions(setup));
    expect(setup.takeJobs()).toEqual([]);
    expect(publishedVersions(setup)).toEqual([]);
  });
});

describe('awaitReplacements, a replacement that fails', () => {
  const claims = { 'claim-0001': 'ncl_new' };
  const node = { taints: [disrupted] };

  /** Awaits a replacement in this state; returns the detail of the failure. */
  async function failureOf(setup: ClusterSetup): Promise<string | undefined> {
    const { decision, body } = await replace(setup, [await addNode(setup, 'a', { node })], {
      claims,
    });
    expect(await awaitReplacements(setup.ports, decision, body)).toEqual({ kind: 'Done' });
    const [event] = await setup.store.decisions.events('dec_1');
    return event?.data.detail;
  }

  it('fails the decision, and the candidates lose their taint', async () => {
    const setup = await setUpCluster();
    const failure = { code: 'INSUFFICIENT_CAPACITY', offerings: 1, detail: 'no capacity' } as const;
    await addReplacement(setup, { state: 'LaunchFailed', failure });
    expect(await failureOf(setup)).toBe('the replacement default-new failed: no capacity');
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Failed',
      finishedAt: setup.clock.now(),
    });
    expect(await historyOf(setup)).toEqual(['Failed']);
    expect(publishedVersions(setup)).toEqual([2]);
    expect(setup.cluster.nodes.get('node-a')?.taints).toEqual([]);
    expect(await setup.store.nodeClaims.find('ncl_a')).toMatchObject({ state: 'Initialized' });
    expect(setup.meter.of('CommandFailed')).toMatchObject([{ replacements: 1 }]);
    expect(setup.takeJobs()).toEqual([
      { type: 'node-claim.sync', clusterId: setup.clusterId, nodeClaimId: 'ncl_a' },
    ]);
  });

  it.each([
    ['Terminating', 'the replacement default-new failed: Terminating'],
    ['Terminated', 'the replacement default-new failed: Terminated'],
  ] as const)('fails when a replacement is %s', async (state, detail) => {
    const setup = await setUpCluster();
    await addReplacement(setup, { state });
    expect(await failureOf(setup)).toBe(detail);
  });

  it('fails when the record of a replacement is gone', async () => {
    const setup = await setUpCluster();
    expect(await failureOf(setup)).toBe('the replacement was removed');
  });

  it('fails when a replacement is not ready after more than ten minutes', async () => {
    const setup = await setUpCluster();
    const requestedAt = setup.clock.now() - 10 * minuteMs - 1;
    await addReplacement(setup, { state: 'Registered', requestedAt });
    expect(await failureOf(setup)).toBe(
      'the replacement default-new was not ready within 10 minutes',
    );
  });

  it('waits until exactly ten minutes have passed', async () => {
    const setup = await setUpCluster();
    const requestedAt = setup.clock.now() - 10 * minuteMs;
    await addReplacement(setup, { state: 'Registered', requestedAt });
    const { decision, body } = await replace(setup, [], { claims });
    expect(await awaitReplacements(setup.ports, decision, body)).toEqual({
      kind: 'Wait',
      ms: 1_000,
    });
  });

  it('accepts a replacement that was initialized late', async () => {
    const setup = await setUpCluster();
    await addReplacement(setup, { requestedAt: setup.clock.now() - 60 * minuteMs });
    const { decision, body } = await replace(setup, [], { claims });
    await awaitReplacements(setup.ports, decision, body);
    expect(await storedDecision(setup)).toMatchObject({ executionStep: 'ReplacementsInitialized' });
  });

  it('leaves the taint on a candidate that is terminating for another reason', async () => {
    const setup = await setUpCluster();
    const leaving = await addNode(setup, 'b', { node, claim: { state: 'Terminating' } });
    const kept = await addNode(setup, 'a', { node });
    const { decision, body } = await replace(setup, [leaving, kept], { claims });
    await awaitReplacements(setup.ports, decision, body);
    expect(setup.cluster.nodes.get('node-b')?.taints).toEqual([disrupted]);
    expect(setup.cluster.nodes.get('node-a')?.taints).toEqual([]);
  });

  it('keeps other replacements that were launched', async () => {
    const setup = await setUpCluster();
    await addReplacement(setup);
    const both = { ...claims, 'claim-0002': 'ncl_gone' };
    const { decision, body } = await replace(setup, [], { claims: both });
    await awaitReplacements(setup.ports, decision, body);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Failed' });
    expect(await setup.store.nodeClaims.find('ncl_new')).toMatchObject({ state: 'Initialized' });
  });

  it('removes the taint again when the record of the failure could not be saved', async () => {
    const setup = await setUpCluster();
    const { decision, body } = await replace(setup, [await addNode(setup, 'a', { node })], {
      claims,
    });
    await awaitReplacements(losingDecisions(setup), decision, body);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Executing' });
    expect(publishedVersions(setup)).toEqual([]);
    await awaitReplacements(setup.ports, decision, body);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Failed' });
    expect(setup.cluster.nodes.get('node-a')?.taints).toEqual([]);
  });
});
