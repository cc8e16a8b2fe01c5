import { labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  aPod,
  aSnapshot,
  type PodBuilder,
  type SnapshotBuilder,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planDisruption } from '../../disruption/plan-disruption.js';
import type { NodeSelectorTerm } from '../../model/requirement-spec.js';
import { planWithFirstFit } from '../../plan/write-result.js';

const { zone, hostname, nodePool, registered } = labelKeys;
const withoutNodePool = term(nodePool, 'DoesNotExist');
const inZoneB = term(zone, 'In', 'zone-b');
const byField: NodeSelectorTerm = { matchExpressions: [], hasMatchFields: true };
const emptyTerm: NodeSelectorTerm = { matchExpressions: [], hasMatchFields: false };
const unreadable = {
  'an operator without its values': term('size', 'In'),
  'a bound that is no integer': term('size', 'Gt', 'large'),
  'a field of the node': byField,
  'a field of the node and a label': { ...term(zone, 'Exists'), hasMatchFields: true },
  'no expression at all': emptyTerm,
} satisfies Record<string, NodeSelectorTerm>;
const unmatched = {
  'a node without a NodePool': withoutNodePool,
  'a node by its name': term(hostname, 'In', 'n9'),
  'a label of Karpenter': term('karpenter.sh/owner', 'In', 'infra'),
  ...unreadable,
} satisfies Record<string, NodeSelectorTerm>;

const untried = (pod: PodBuilder) => ({ ...pod.build(), isUntried: true });
const plan = (snapshot: SnapshotBuilder) => planWithFirstFit(snapshot.build());
const zonesOf = (pod: PodBuilder) =>
  plan(aSnapshot().withPods(pod)).newNodeClaims.map(({ expected }) => expected.zone);
const problemsOf = (pod: PodBuilder) =>
  plan(aSnapshot().withPods(pod)).unschedulable.flatMap(({ reasons }) =>
    reasons.map((reason) => ('problem' in reason ? reason.problem : reason.code)),
  );
const outside = (name: string) =>
  aNode(name)
    .unmanaged()
    .with({ labels: { [hostname]: name, [zone]: 'zone-a' } });

describe('a pod gets a new node, whatever no new node can match:', () => {
  it.each(Object.entries(unmatched))('the heaviest of its preferences: %s', (_name, preferred) => {
    expect(zonesOf(aPod().preferring(1, inZoneB).preferring(9, preferred))).toEqual(['zone-b']);
  });

  it.each(Object.entries(unmatched))('the first of its alternatives: %s', (_name, alternative) => {
    expect(zonesOf(aPod().requiringOneOf(alternative, inZoneB))).toEqual(['zone-b']);
  });

  it.each(Object.entries(unmatched))('the last of its alternatives: %s', (_name, alternative) => {
    expect(zonesOf(aPod().requiringOneOf(inZoneB, alternative))).toEqual(['zone-b']);
  });

  it('its preference, if preferences are ignored', () => {
    const pod = aPod().preferring(1, withoutNodePool);
    const ignoring = aSnapshot().withPods(pod).withSettings({ preferencePolicy: 'Ignore' });
    expect(plan(ignoring).newNodeClaims).toHaveLength(1);
  });

  it.each([labelKeys.registered, labelKeys.initialized])(
    'the label %s that it selects',
    (label) => {
      const [claim] = plan(
        aSnapshot().withPods(aPod().selecting({ [label]: 'true' })),
      ).newNodeClaims;
      expect(claim?.requirements.map(({ key }) => key)).not.toContain(label);
      expect(claim?.labels).not.toHaveProperty([label]);
    },
  );

  it('the host names that it excludes', () => {
    const [claim] = plan(
      aSnapshot().withPods(aPod().requiringOneOf(term(hostname, 'NotIn', 'n9'))),
    ).newNodeClaims;
    expect(claim?.requirements.map(({ key }) => key)).not.toContain(hostname);
  });
});

describe('a pod of which no alternative can match a new node', () => {
  it.each(Object.entries(unmatched))('is refused: %s', (_name, alternative) => {
    expect(problemsOf(aPod().requiringOneOf(alternative))).toHaveLength(1);
  });

  it('is refused with the problem of each alternative', () => {
    const pod = aPod().requiringOneOf(withoutNodePool, byField, term(registered, 'NotIn', 'true'));
    expect(problemsOf(pod)).toEqual(['REQUIRES_NO_NODE_POOL', 'MATCH_FIELDS', 'RESTRICTED_LABEL']);
  });

  it('still runs on a node that matches, without a new one', () => {
    const pod = aPod().requiringOneOf(withoutNodePool);
    const nodes = [aNode('managed'), outside('outside')];
    const { existingNodes, newNodeClaims } = plan(
      aSnapshot()
        .withPods(pod)
        .withNodes(...nodes),
    );
    expect(existingNodes).toEqual([{ nodeName: 'outside', podUids: ['web'] }]);
    expect(newNodeClaims).toEqual([]);
  });

  it('matches no node by an alternative that cannot be read', () => {
    const pod = aPod().requiringOneOf(term('size', 'Gt', 'large'));
    expect(plan(aSnapshot().withPods(pod).withNodes(outside('n1'))).existingNodes).toEqual([]);
  });
});

describe('the reasons of a pod with alternatives', () => {
  it('leave out those that no new node can match', () => {
    const pod = aPod().requiringOneOf(withoutNodePool, term(zone, 'In', 'zone-x'));
    const [unplaced] = plan(aSnapshot().withPods(pod)).unschedulable;
    expect(unplaced?.byNodePool.map(({ reason }) => reason)).toMatchObject([
      { code: 'REQUIREMENT_INCOMPATIBLE', key: zone, alternatives: 1 },
    ]);
  });
});

describe('a node whose pod', () => {
  const small = (pod: PodBuilder) => pod.requesting({ milliCpu: 300, memoryMib: 512 }).running();
  const settled = aNodePool().withBudget('100%').consolidatingAfter(0);
  const clusterOf = (pod: PodBuilder) =>
    aSnapshot()
      .at(100_000)
      .withNodePools(settled)
      .withNodes(aNode('n1').launchedAs('t8', 'zone-a', 'on-demand', 400_000).running(small(pod)));
  const running: Record<string, PodBuilder> = {
    'prefers a node without a NodePool': aPod().preferring(9, withoutNodePool),
    'may run on a node without a NodePool, too': aPod().requiringOneOf(
      withoutNodePool,
      term(zone, 'In', 'zone-a'),
    ),
    'prefers what cannot be read': aPod().preferring(9, unreadable['a bound that is no integer']),
    'excludes a host': aPod().requiringOneOf(term(hostname, 'NotIn', 'n9')),
    'selects registered nodes': aPod().selecting({ [registered]: 'true' }),
    'was not refused a value that no new node gets': aPod().requiringOneOf(
      term(registered, 'NotIn', 'maybe'),
    ),
  };

  it.each(Object.entries(running))('%s is replaced by a cheaper one', (_name, pod) => {
    const { commands } = planDisruption(clusterOf(pod).build());
    expect(commands.map(({ reason }) => reason)).toEqual(['Underutilized']);
  });

  it.each(Object.entries(running))('%s is replaced when it drifts', (_name, pod) => {
    const drifted = aNode('n1')
      .running(small(pod))
      .withClaim({ drifted: 'AMIDrift', driftedAt: 1 });
    const { commands } = planDisruption(clusterOf(pod).withNodes(drifted).build());
    expect(commands.map(({ reason }) => reason)).toEqual(['Drifted']);
  });

  it.each(Object.entries(running))('%s is removed together with others', (_name, pod) => {
    const cluster = clusterOf(pod).withNodes(
      aNode('n1').launchedAs('t8', 'zone-a', 'on-demand', 400_000).running(small(pod)),
      aNode('n2')
        .launchedAs('t4', 'zone-a', 'on-demand', 200_000)
        .running(small(pod.named('b'))),
    );
    const [command] = planDisruption(cluster.build()).commands;
    expect(command?.candidates.map(({ nodeName }) => nodeName)).toEqual(['n1', 'n2']);
    expect(command?.replacements.map(({ expected }) => expected.instanceType)).toEqual(['t2']);
    expect(command?.savingMicroUsdPerHour).toBe(500_000);
  });

  it('requires this very node is not replaced', () => {
    const { commands } = planDisruption(clusterOf(aPod().selecting({ [hostname]: 'n1' })).build());
    expect(commands).toEqual([]);
  });
});

describe('a preference for which there is no domain', () => {
  const besideNobody = (pod: PodBuilder) => pod.preferringAffinityTo(9, { app: 'nobody' }, zone);
  const big = aPod('late').requesting({ milliCpu: 1_500 });

  it('keeps the room of a pod that the scheduler is about to place', () => {
    const given = aSnapshot()
      .withPods(untried(besideNobody(aPod('early').requesting({ milliCpu: 1_500 }))), big)
      .withNodes(aNode('n1'));
    const { existingNodes, newNodeClaims } = plan(given);
    expect(existingNodes).toEqual([{ nodeName: 'n1', podUids: ['early'] }]);
    expect(newNodeClaims.map(({ podUids }) => podUids)).toEqual([['late']]);
  });
});
