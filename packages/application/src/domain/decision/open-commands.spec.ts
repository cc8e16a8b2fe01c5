import type { Command } from '@kerf/engine';
import { aDecision, aNode, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision } from './decision.js';
import { decisionsBefore, withOpenCommands } from './open-commands.js';

const moved = aPod('moved').running();
const staying = aPod('logs').running({ ownerKind: 'DaemonSet' });
const snapshot = aSnapshot()
  .withNodes(aNode('from').running(moved, staying), aNode('to'), aNode('new').starting())
  .build();

const commandTo = (to: string | null): Command => ({
  method: 'SingleNodeConsolidation',
  reason: 'Underutilized',
  candidates: [
    {
      nodeName: 'from',
      nodeClaimId: 'claim-of-from',
      nodePool: 'default',
      instanceType: null,
      zone: null,
      capacityType: null,
      priceMicroUsdPerHour: null,
      daemonPods: 1,
    },
  ],
  replacements: [],
  moves: [{ podUid: 'moved', pod: 'default/moved', from: 'from', to }],
  savingMicroUsdPerHour: null,
});

const decision = (changes: Partial<Decision> = {}, to = 'to'): Decision => ({
  ...aDecision({ clusterId: 'clu_a', id: 'dec_2' }),
  state: 'Proposed',
  verdict: { kind: 'Auto' },
  body: { type: 'Disrupt', command: commandTo(to), budgets: [] },
  ...changes,
});

const nodesWith = (one: Decision) =>
  new Map(withOpenCommands(snapshot, [one]).nodes.map((node) => [node.name, node]));

describe('withOpenCommands', () => {
  it('moves the pods to their destinations and marks the removed node', () => {
    const nodes = nodesWith(decision());
    expect(nodes.get('from')).toMatchObject({
      isTerminating: false,
      proposedRemoval: { usesBudgetsOf: ['Empty', 'Underutilized', 'Drifted', 'Unhealthy'] },
      pods: [{ uid: 'logs' }],
    });
    expect(nodes.get('to')).toMatchObject({ expectsPodsOf: 'dec_2', pods: [{ uid: 'moved' }] });
  });

  it('leaves the pods of a node to reboot there, which uses the budgets until it reboots', () => {
    const repair = {
      action: 'Reboot',
      condition: 'A',
      status: 'False',
      since: 0,
      drainMs: 0,
    } as const;
    const { candidates, ...command } = commandTo('from');
    const rebooted = candidates.map((candidate) => ({ ...candidate, repair }));
    const body: Decision['body'] = {
      type: 'Disrupt',
      command: { ...command, candidates: rebooted },
      budgets: [],
    };
    const from = snapshot.nodes.find(({ name }) => name === 'from');
    expect(nodesWith(decision({ body })).get('from')).toEqual({
      ...from,
      proposedRemoval: { usesBudgetsOf: ['Empty', 'Underutilized', 'Drifted', 'Unhealthy'] },
    });
    const executing = decision({ body, state: 'Executing', executionStep: 'RebootRequested' });
    expect(nodesWith(executing).get('from')).toEqual(from);
  });

  it('moves pods to a replacement once its NodeClaim exists, and removes them before', () => {
    const body = { type: 'Disrupt', command: commandTo('claim-0001'), budgets: [] } as const;
    const requested = { ...body, replacementClaims: { 'claim-0001': 'claim-of-new' } };
    expect(nodesWith(decision({ body: requested })).get('new')?.pods).toMatchObject([
      { uid: 'moved' },
    ]);
    const before = [...nodesWith(decision({ body })).values()];
    expect(before.flatMap(({ pods }) => pods.map(({ uid }) => uid))).toEqual(['logs']);
  });

  it('leaves pods that wait on their node, and moves them nowhere', () => {
    const body = { type: 'Disrupt', command: commandTo(null), budgets: [] } as const;
    const nodes = nodesWith(decision({ body, state: 'Executing' }));
    expect(nodes.get('from')).toMatchObject({
      isTerminating: true,
      pods: [{ uid: 'moved' }, { uid: 'logs' }],
    });
    expect([nodes.get('to'), nodes.get('new')]).toMatchObject([{ pods: [] }, { pods: [] }]);
  });

  it('charges the budget of its reason while a decision awaits approval, and none in mode observe', () => {
    const proposed = (changes: Partial<Decision>) => nodesWith(decision(changes)).get('from');
    expect(proposed({ state: 'AwaitingApproval' })?.proposedRemoval).toEqual({
      usesBudgetsOf: ['Underutilized'],
    });
    expect(proposed({ verdict: { kind: 'ObserveOnly' } })?.proposedRemoval).toEqual({
      usesBudgetsOf: [],
    });
    expect(proposed({ state: 'Executing' })).toMatchObject({
      isTerminating: true,
      proposedRemoval: null,
    });
  });

  it('has pods that are being evicted on their destination and not among the pending ones', () => {
    const draining = aSnapshot()
      .withNodes(aNode('from').terminating(), aNode('to'))
      .withPods(moved);
    const executing = decision({ state: 'Executing', executionStep: 'MarkedForDeletion' });
    const { nodes, pods } = withOpenCommands(draining.build(), [executing]);
    expect(pods).toEqual([]);
    expect(nodes.find(({ name }) => name === 'to')?.pods).toEqual([moved]);
  });

  it('leaves pods that are no longer on the node of the command', () => {
    const elsewhere = aSnapshot().withNodes(aNode('from'), aNode('to'), aNode('z').running(moved));
    const { nodes } = withOpenCommands(elsewhere.build(), [decision()]);
    expect(nodes.map(({ name, pods }) => [name, pods.length])).toEqual([
      ['from', 0],
      ['to', 0],
      ['z', 1],
    ]);
  });
});

describe('decisionsBefore', () => {
  it('returns decisions that were proposed earlier or approved, without executing ones', () => {
    const all = [
      decision({ id: 'dec_1', state: 'AwaitingApproval' }),
      decision({ id: 'dec_2' }),
      decision({ id: 'dec_3' }),
      decision({ id: 'dec_4', state: 'Approved' }),
      decision({ id: 'dec_0', state: 'Executing' }),
    ];
    expect(decisionsBefore(all, { id: 'dec_2' }).map(({ id }) => id)).toEqual(['dec_1', 'dec_4']);
  });
});
