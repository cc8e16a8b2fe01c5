import { invariant } from '@kerf/core';
import { aDecision, anEmptyCommand, aPlannedClaim, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision, RemoveBody } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import {
  addNode,
  deletionOf,
  historyOf,
  losingDecisions,
  publishedVersions,
  requestedJobs,
  storeDecision,
  storedDecision,
  withoutView,
} from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { planDisruption } from './plan-disruption.js';
import { validateDecision, withCommand } from './validate-decision.js';

const validate = (setup: ClusterSetup, ports: Ports = setup.ports) =>
  validateDecision(ports, { clusterId: setup.clusterId, decisionId: 'dec_1' });

const removal: RemoveBody = {
  type: 'Remove',
  reason: 'Expired',
  candidates: [],
  pods: [],
  interruption: null,
  deadline: null,
};

describe('validateDecision, a decision that is still valid', () => {
  it('is approved and executed at once if no approval is required', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock } = setup;
    await storeDecision(setup, [await addNode(setup, 'a')]);
    expect(await validate(setup)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Approved',
      decidedAt: clock.now(),
      decidedBy: 'kerf',
      expiresAt: null,
    });
    expect(await historyOf(setup)).toEqual(['Validated', 'Approved']);
    expect(requestedJobs(setup, 'disruption.execute')).toEqual([
      {
        message: { type: 'disruption.execute', clusterId, decisionId: 'dec_1' },
        deliverAt: clock.now(),
      },
    ]);
    expect(publishedVersions(setup)).toEqual([2]);
  });

  it('awaits approval until the approval expires', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const verdict = { kind: 'NeedsApproval', approvals: 1 } as const;
    await storeDecision(setup, [await addNode(setup, 'a')], { verdict });
    await validate(setup);
    expect(await storedDecision(setup)).toMatchObject({
      state: 'AwaitingApproval',
      expiresAt: setup.clock.now() + 24 * 3_600_000,
      decidedAt: null,
    });
    expect(await historyOf(setup)).toEqual(['Validated', 'ApprovalRequested']);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('stays a proposal if it is only shown', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    await storeDecision(setup, [await addNode(setup, 'a')], { verdict: { kind: 'ObserveOnly' } });
    await validate(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Proposed', version: 2 });
    expect(await historyOf(setup)).toEqual(['Validated']);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('is decided once when the job runs twice', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')]);
    await validate(setup);
    await validate(setup);
    expect(await historyOf(setup)).toEqual(['Validated', 'Approved']);
    expect(requestedJobs(setup, 'disruption.execute')).toHaveLength(1);
  });

  it('has the moves and prices of the new snapshot', async () => {
    const setup = await setUpCluster();
    const node = await addNode(setup, 'a');
    const command = { ...deletionOf(node), savingMicroUsdPerHour: 1 };
    await storeDecision(setup, [node], { body: { type: 'Disrupt', command, budgets: [] } });
    await validate(setup);
    expect(await storedDecision(setup)).toMatchObject({
      costChangeMicroUsdPerHour: -96_000,
      body: { command: { savingMicroUsdPerHour: 96_000 } },
    });
  });
});

describe('validateDecision, a decision that is not valid as a whole', () => {
  it('keeps the empty nodes that still qualify and names the others', async () => {
    const setup = await setUpCluster();
    const kept = await addNode(setup, 'a');
    const busy = await addNode(setup, 'b', { pods: [aPod().running()] });
    await storeDecision(setup, [kept, busy]);
    await validate(setup);
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Approved',
      nodeClaimIds: ['ncl_a'],
      nodeCount: 1,
      costChangeMicroUsdPerHour: -96_000,
      body: { command: { candidates: [{ nodeName: 'node-a' }] } },
    });
    const [validated] = await setup.store.decisions.events('dec_1');
    expect(validated).toMatchObject({
      kind: 'Validated',
      data: { dropped: [{ nodeName: 'node-b', reasons: [{ code: 'NOT_EMPTY', pods: 1 }] }] },
    });
    expect(setup.meter.of('ValidationFailed')).toMatchObject([{ nodes: 1 }]);
    expect(setup.events.recorded).toEqual([]);
  });

  it('is superseded if no node is left', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'b', { pods: [aPod().running()] })]);
    expect(await validate(setup)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    expect(await setup.store.decisions.events('dec_1')).toMatchObject([
      { data: { detail: 'no longer valid', dropped: [{ nodeName: 'node-b' }] } },
    ]);
    expect(setup.takeJobs().map(({ type }) => type)).toEqual(['disruption.plan']);
    expect(setup.meter.of('ValidationFailed')).toMatchObject([{ nodes: 1 }]);
    expect(setup.events.reasons).toEqual([
      'ConsolidationRejected NodeClaim',
      'ConsolidationRejected Node',
    ]);
  });

  it('is superseded if an earlier decision uses the disruption budget', async () => {
    const disruption = {
      consolidationPolicy: 'WhenEmpty',
      consolidateAfter: '3s',
      budgets: [{ nodes: '1' }],
    } as const;
    const setup = await setUpCluster({}, { disruption });
    await storeDecision(setup, [await addNode(setup, 'a')], { id: 'dec_0' });
    await storeDecision(setup, [await addNode(setup, 'b')]);
    await validate(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    const earlier = { clusterId: setup.clusterId, decisionId: 'dec_0' };
    await validateDecision(setup.ports, earlier);
    expect(await storedDecision(setup, 'dec_0')).toMatchObject({ state: 'Approved' });
  });
});

describe('validateDecision, a node that has drifted', () => {
  it('is replaced by the nodes that its pods need now', async () => {
    const disruption = {
      consolidationPolicy: 'WhenEmptyOrUnderutilized',
      consolidateAfter: 'Never',
      budgets: [{ nodes: '100%' }],
    } as const;
    const setup = await setUpCluster({}, { disruption });
    const { store, clusterId, ports } = setup;
    const claim = { nodePoolHash: 'a-old' };
    await addNode(setup, 'a', { pods: [aPod().running()], claim });
    await planDisruption(ports, clusterId);
    const proposed = store.tables.decisions.all();
    expect(proposed).toMatchObject([{ kind: 'Drift', body: { command: { replacements: [{}] } } }]);
    // As when an earlier decision, whose pods were to move there, is superseded.
    await addNode(setup, 'b');
    const decisionId = proposed[0]?.id ?? '';
    await validateDecision(ports, { clusterId, decisionId });
    expect(await storedDecision(setup, decisionId)).toMatchObject({
      state: 'Approved',
      body: { command: { replacements: [], moves: [{ to: 'node-b' }] } },
    });
  });
});

describe('validateDecision, a consolidation', () => {
  const disruption = {
    consolidationPolicy: 'WhenEmptyOrUnderutilized',
    consolidateAfter: '0s',
    budgets: [{ nodes: '100%' }],
  } as const;
  const podsOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      aPod(`${name}-${index}`).requesting({ milliCpu: 900 }).running(),
    );

  /** Two nodes of $0.384 per hour, which one of $0.068 replaces unless something changes. */
  async function proposed() {
    const setup = await setUpCluster({}, { disruption });
    for (const name of ['a', 'b']) {
      await addNode(setup, name, { instanceType: 'm5.2xlarge', pods: podsOf(name, 2) });
    }
    await planDisruption(setup.ports, setup.clusterId);
    const [decision, ...others] = setup.store.tables.decisions.all();
    invariant(decision !== undefined && others.length === 0, 'one consolidation');
    invariant(decision.body.type === 'Disrupt', 'it is a disruption');
    return {
      ...setup,
      command: decision.body.command,
      setPods: (name: string, count: number) => {
        const node = setup.cluster.nodes.get(`node-${name}`);
        invariant(node !== undefined, 'the node exists');
        setup.cluster.nodes.set(node.name, { ...node, pods: podsOf(name, count) });
      },
      validate: async () => {
        await validateDecision(setup.ports, {
          clusterId: setup.clusterId,
          decisionId: decision.id,
        });
        return storedDecision(setup, decision.id);
      },
      validated: async () => {
        const events = await setup.store.decisions.events(decision.id);
        return events.find(({ kind }) => kind === 'Validated')?.data;
      },
    };
  }

  it('launches no node that its pods do not need any more', async () => {
    const setup = await proposed();
    expect(setup.command).toMatchObject({
      method: 'MultiNodeConsolidation',
      replacements: [{ expected: { instanceType: 'c5.xlarge' } }],
      savingMicroUsdPerHour: 700_000,
    });
    // As when pods of another node have gone.
    await addNode(setup, 'c', { instanceType: 'm5.2xlarge' });
    expect(await setup.validate()).toMatchObject({
      state: 'Approved',
      costChangeMicroUsdPerHour: -768_000,
      body: { command: { replacements: [], moves: [{ to: 'node-c' }, {}, {}, {}] } },
    });
    expect(await setup.validated()).toEqual({
      dropped: [],
      detail: 'with the nodes that the pods need now',
    });
    expect(setup.meter.of('ValidationFailed')).toEqual([]);
  });

  it('is superseded if it saves less with the nodes that its pods need now', async () => {
    const setup = await proposed();
    setup.setPods('b', 4);
    expect(await setup.validate()).toMatchObject({ state: 'Superseded' });
    expect(setup.meter.of('ValidationFailed')).toMatchObject([{ nodes: 2 }]);
  });

  it('is decided by the policy again with the nodes that its pods need now', async () => {
    const setup = await proposed();
    const everyone = { roles: [], teams: [], people: [] };
    await setup.store.approvalPolicies.insert({
      version: 1,
      rules: [
        {
          name: 'large',
          match: { savingMicroUsdPerHour: { min: 700_001 } },
          action: {
            kind: 'Ask',
            approvals: 1,
            from: everyone,
            expiresAfterMs: null,
            remindAfterMs: null,
            escalation: null,
          },
        },
        { name: 'rest', match: {}, action: { kind: 'Auto' } },
      ],
      savedAt: 0,
      savedBy: { kind: 'User', id: 'usr_ada', name: 'ada' },
      comment: null,
      restoredFrom: null,
    });
    await addNode(setup, 'c', { instanceType: 'm5.2xlarge' });
    expect(await setup.validate()).toMatchObject({
      state: 'AwaitingApproval',
      verdict: { kind: 'NeedsApproval' },
      approval: { rule: { name: 'large' }, facts: { savingMicroUsdPerHour: 768_000 } },
    });
  });
});

describe('validateDecision, nothing to do', () => {
  it('ignores a decision that does not exist', async () => {
    const setup = await setUpCluster();
    expect(await validate(setup)).toEqual({ kind: 'Done' });
  });

  it.each<Partial<Decision>>([
    { state: 'AwaitingApproval' },
    { state: 'Approved' },
    { state: 'Executing' },
    { state: 'Superseded' },
    { state: 'Proposed', body: removal },
  ])('leaves a decision with %j as it is', async (fields) => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')], fields);
    expect(await validate(setup)).toEqual({ kind: 'Done' });
    expect(await storedDecision(setup)).toMatchObject({ ...fields, version: 1 });
    expect(await historyOf(setup)).toEqual([]);
  });

  it('requests no execution when another writer is first', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')]);
    await validate(setup, losingDecisions(setup));
    expect(setup.takeJobs()).toEqual([]);
    expect(publishedVersions(setup)).toEqual([]);
  });

  it('changes nothing while the cluster cache is not synced', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')]);
    await expect(validate(setup, withoutView(setup))).rejects.toThrow('not known yet');
    expect(await storedDecision(setup)).toMatchObject({ state: 'Proposed', version: 1 });
  });
});

describe('withCommand', () => {
  const decision = aDecision({ clusterId: 'clu_1', id: 'dec_1' });

  const [first] = anEmptyCommand().candidates;
  invariant(first !== undefined, 'the command has a candidate');

  it('counts the nodes and pods of the command, and sorts its NodePools', () => {
    const command = anEmptyCommand({
      candidates: ['web', 'batch', 'web'].map((nodePool, index) => ({
        ...first,
        nodePool,
        nodeClaimId: `ncl_${index}`,
      })),
      moves: [{ podUid: 'pod-1', pod: 'default/pod-1', from: 'ip-10-0-0-1', to: 'node-z' }],
    });
    expect(withCommand(decision, command)).toMatchObject({
      nodeClaimIds: ['ncl_0', 'ncl_1', 'ncl_2'],
      nodePools: ['batch', 'web'],
      nodeCount: 3,
      podCount: 1,
      body: { command },
    });
  });

  it.each([
    [null, null],
    [96_000, -56_000],
  ])('with a candidate at %j has the cost change %j', (priceMicroUsdPerHour, expected) => {
    const command = anEmptyCommand({
      candidates: [{ ...first, priceMicroUsdPerHour }],
      replacements: [aPlannedClaim()],
    });
    expect(withCommand(decision, command).costChangeMicroUsdPerHour).toBe(expected);
  });

  it('returns a decision without a command unchanged', () => {
    const other = { ...decision, body: removal };
    expect(withCommand(other, anEmptyCommand())).toBe(other);
  });
});
