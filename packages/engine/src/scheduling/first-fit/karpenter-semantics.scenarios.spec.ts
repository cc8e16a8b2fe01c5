import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
  someInstanceTypes,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { PlannedNodeClaim, SchedulingResult } from '../../model/scheduling-result.js';
import { planWithFirstFit } from '../../plan/write-result.js';

/**
 * Results of the real Karpenter (core v1.14.1, run as a library) for the same 41 small clusters.
 * `source` names the part of it that determines the result.
 */
interface Scenario {
  readonly source: string;
  readonly given: SnapshotBuilder;
  readonly see: (result: SchedulingResult) => unknown;
  readonly expect: unknown;
}

const { zone, hostname, capacityType, instanceType, nodePool } = labelKeys;
const taint = (effect: 'NoSchedule' | 'PreferNoSchedule') =>
  ({ key: 'dedicated', value: 'x', effect }) as const;
const apart = aPod().withAntiAffinityTo({ app: 'web' }, hostname);
const flexible = (minValues: number) =>
  aNodePool().requiring(instanceType, 'Exists', [], minValues);

const count = ({ newNodeClaims, unschedulable }: SchedulingResult) => ({
  nodes: newNodeClaims.length,
  unplaced: unschedulable.length,
});
const pools = ({ newNodeClaims }: SchedulingResult) => newNodeClaims.map((claim) => claim.nodePool);
const types = ({ newNodeClaims }: SchedulingResult) =>
  newNodeClaims.map((claim) => claim.instanceTypes.map(({ name }) => name).join('+'));
const open = (claim: PlannedNodeClaim, key: string) =>
  claim.requirements.find((requirement) => requirement.key === key)?.values.join('+') ?? 'any';
const zonesOf = ({ newNodeClaims }: SchedulingResult) =>
  newNodeClaims.map((claim) => open(claim, zone)).sort();
const existing = ({ existingNodes }: SchedulingResult) =>
  Object.fromEntries(existingNodes.map(({ nodeName, podUids }) => [nodeName, podUids]));
const reasonCodes = ({ unschedulable }: SchedulingResult) =>
  unschedulable.flatMap(({ reasons }) => reasons.map(({ code }) => code));

const scenarios: Record<string, Scenario> = {
  'launches from the NodePool with the highest weight': {
    source: 'utils/nodepool OrderByWeight',
    given: aSnapshot()
      .withPods(aPod())
      .withNodePools(aNodePool('a').withWeight(10), aNodePool('b').withWeight(50), aNodePool('c')),
    see: pools,
    expect: ['b'],
  },
  'launches from the last NodePool by name among equal weights': {
    source: 'utils/nodepool OrderByWeight',
    given: aSnapshot()
      .withPods(aPod())
      .withNodePools(aNodePool('a'), aNodePool('m'), aNodePool('b')),
    see: pools,
    expect: ['m'],
  },
  'subtracts the largest type of a NodeClaim from the limit': {
    source: 'scheduling/scheduler.go subtractMax',
    given: aSnapshot()
      .withPods(apart.times(3))
      .withNodePools(aNodePool().limitedTo({ milliCpu: 10_000 })),
    see: (result) => ({ ...count(result), types: types(result) }),
    expect: { nodes: 2, unplaced: 1, types: ['t2+t4+t8', 't2'] },
  },
  'does not count nodes against a limit on nodes within one pass': {
    source: 'scheduling/scheduler.go addToNewNodeClaim, quirk',
    given: aSnapshot()
      .withPods(apart.times(3))
      .withNodePools(aNodePool().limitedTo({ nodes: 1 })),
    see: count,
    expect: { nodes: 3, unplaced: 0 },
  },
  'launches nothing from a NodePool with a limit of 0 nodes': {
    source: 'scheduling/scheduler.go addToNewNodeClaim',
    given: aSnapshot()
      .withPods(aPod())
      .withNodePools(aNodePool().limitedTo({ nodes: 0 })),
    see: count,
    expect: { nodes: 0, unplaced: 1 },
  },
  'tolerates a PreferNoSchedule taint in the last attempt': {
    source: 'scheduling/preferences.go',
    given: aSnapshot()
      .withPods(aPod())
      .withNodePools(aNodePool().tainted(taint('PreferNoSchedule'))),
    see: count,
    expect: { nodes: 1, unplaced: 0 },
  },
  'respects a NoSchedule taint': {
    source: 'pkg/scheduling/taints.go',
    given: aSnapshot()
      .withPods(aPod())
      .withNodePools(aNodePool().tainted(taint('NoSchedule'))),
    see: count,
    expect: { nodes: 0, unplaced: 1 },
  },
  'ignores a startup taint': {
    source: 'scheduling/nodeclaim.go CanAdd',
    given: aSnapshot()
      .withPods(aPod())
      .withNodePools(aNodePool().taintedAtStartup(taint('NoSchedule'))),
    see: count,
    expect: { nodes: 1, unplaced: 0 },
  },
  'spreads six pods over three zones': {
    source: 'scheduling/topologygroup.go nextDomainTopologySpread',
    given: aSnapshot().withPods(aPod().spreadOver(zone).times(6)),
    see: zonesOf,
    expect: ['zone-a', 'zone-b', 'zone-c'],
  },
  'spreads three pods over three hosts': {
    source: 'scheduling/topologygroup.go nextDomainTopologySpread',
    given: aSnapshot().withPods(aPod().spreadOver(hostname).times(3)),
    see: count,
    expect: { nodes: 3, unplaced: 0 },
  },
  'excludes every zone that a pod with zonal anti-affinity may still end in': {
    source: 'scheduling/topology.go Record',
    given: aSnapshot().withPods(aPod().withAntiAffinityTo({ app: 'web' }, zone).times(3)),
    see: count,
    expect: { nodes: 1, unplaced: 2 },
  },
  'excludes only the zone that a pod with zonal anti-affinity selects': {
    source: 'scheduling/topology.go Record',
    given: aSnapshot().withPods(
      ...['zone-a', 'zone-b', 'zone-c'].map((value) =>
        aPod(`in-${value}`)
          .withAntiAffinityTo({ app: 'web' }, zone)
          .selecting({ [zone]: value }),
      ),
    ),
    see: count,
    expect: { nodes: 3, unplaced: 0 },
  },
  'places pods with zonal affinity to each other in one zone': {
    source: 'scheduling/topologygroup.go nextDomainAffinity; differs: upstream may take several',
    given: aSnapshot().withPods(
      aPod().requesting({ milliCpu: 5_000 }).withAffinityTo({ app: 'web' }, zone).times(3),
    ),
    see: zonesOf,
    expect: ['zone-a', 'zone-a', 'zone-a'],
  },
  'uses the preferred zone': {
    source: 'pkg/scheduling/requirements.go NewPodRequirements',
    given: aSnapshot().withPods(aPod().preferring(1, term(zone, 'In', 'zone-b'))),
    see: zonesOf,
    expect: ['zone-b'],
  },
  'relaxes a preference that cannot be satisfied': {
    source: 'scheduling/preferences.go',
    given: aSnapshot().withPods(aPod().preferring(1, term(zone, 'In', 'nowhere'))),
    see: zonesOf,
    expect: ['any'],
  },
  'ignores preferences if the policy is Ignore': {
    source: 'scheduling/scheduler.go updateCachedPodData',
    given: aSnapshot()
      .withPods(aPod().preferring(1, term(zone, 'In', 'zone-b')))
      .withSettings({ preferencePolicy: 'Ignore' }),
    see: zonesOf,
    expect: ['any'],
  },
  'tries the second required term after the first': {
    source: 'scheduling/preferences.go removeRequiredNodeAffinityTerm',
    given: aSnapshot().withPods(
      aPod().requiringOneOf(term(zone, 'In', 'nowhere'), term(zone, 'In', 'zone-c')),
    ),
    see: zonesOf,
    expect: ['zone-c'],
  },
  'refuses a NodePool with too few types for minValues': {
    source: 'cloudprovider/types.go SatisfiesMinValues',
    given: aSnapshot().withPods(aPod()).withNodePools(flexible(4)),
    see: count,
    expect: { nodes: 0, unplaced: 1 },
  },
  'lowers minValues if the policy is BestEffort': {
    source: 'scheduling/nodeclaim.go CanAdd',
    given: aSnapshot()
      .withPods(aPod())
      .withNodePools(flexible(4))
      .withSettings({ minValuesPolicy: 'BestEffort' }),
    see: count,
    expect: { nodes: 1, unplaced: 0 },
  },
  'adds pods to a NodeClaim only while enough types for minValues remain': {
    source: 'scheduling/nodeclaim.go filterInstanceTypesByRequirements',
    given: aSnapshot().withPods(aPod().times(12)).withNodePools(flexible(2)),
    see: types,
    expect: ['t4+t8', 't4+t8', 't4+t8', 't4+t8'],
  },
  'compares a label as a number': {
    source: 'pkg/scheduling/requirement.go',
    given: aSnapshot()
      .withPods(aPod().requiringOneOf(term('example.com/cpu', 'Gt', '4')))
      .withInstanceTypes(
        ...[2, 4, 8].map((cpus) =>
          anInstanceType(`t${cpus}`)
            .with({ milliCpu: cpus * 1_000 })
            .labelled('example.com/cpu', String(cpus)),
        ),
      )
      .withSettings({ wellKnownLabels: ['example.com/cpu'] }),
    see: types,
    expect: ['t8'],
  },
  'uses the NodePool with the label that a pod selects': {
    source: 'scheduling/nodeclaimtemplate.go',
    given: aSnapshot()
      .withPods(aPod().selecting({ team: 'x' }))
      .withNodePools(aNodePool('a').labelled({ team: 'x' }), aNodePool('b')),
    see: pools,
    expect: ['a'],
  },
  'refuses a label that no NodePool defines': {
    source: 'pkg/scheduling/requirements.go Compatible',
    given: aSnapshot().withPods(aPod().selecting({ team: 'x' })),
    see: count,
    expect: { nodes: 0, unplaced: 1 },
  },
  'sets an open label of the NodePool to the value that a pod selects': {
    source: 'scheduling/nodeclaimtemplate.go resolveCustomLabelsFromRequirements',
    given: aSnapshot()
      .withPods(aPod().selecting({ team: 'x' }))
      .withNodePools(aNodePool().requiring('team', 'Exists')),
    see: ({ newNodeClaims }) => newNodeClaims.map(({ labels }) => labels['team']),
    expect: ['x'],
  },
  'expects spot if it is cheapest, and allows on-demand': {
    source: 'scheduling/nodeclaimtemplate.go ToNodeClaim',
    given: aSnapshot().withPods(aPod()).withNodePools(aNodePool().allowingAllCapacityTypes()),
    see: ({ newNodeClaims }) =>
      newNodeClaims.map((claim) => [claim.expected.capacityType, open(claim, capacityType)]),
    expect: [['spot', 'on-demand+spot']],
  },
  'restricts a NodeClaim to on-demand for one pod that requires it': {
    source: 'scheduling/scheduler.go addToInflightNode',
    given: aSnapshot()
      .withPods(aPod('flex').times(3), aPod('od').selecting({ [capacityType]: 'on-demand' }))
      .withNodePools(aNodePool().allowingAllCapacityTypes()),
    see: ({ newNodeClaims }) =>
      newNodeClaims.map((claim) => [claim.podUids.length, open(claim, capacityType)]),
    expect: [[4, 'on-demand']],
  },
  'includes daemons in the capacity check and in the requests': {
    source: 'scheduling/scheduler.go buildDaemonOverheadGroups',
    given: aSnapshot()
      .withPods(aPod().requesting({ milliCpu: 1_500 }))
      .withDaemonSets(aDaemonSet('logs', aPod().requesting({ milliCpu: 500 }))),
    see: ({ newNodeClaims }) =>
      newNodeClaims.map(({ expected, requests }) => [expected.instanceType, requests['cpu']]),
    expect: [['t4', 2_000]],
  },
  'does not place two pods with one host port on a node': {
    source: 'pkg/scheduling/hostportusage.go',
    given: aSnapshot().withPods(aPod().onHostPort(80).times(2)),
    see: count,
    expect: { nodes: 2, unplaced: 0 },
  },
  'uses an existing node before it launches one': {
    source: 'scheduling/scheduler.go add',
    given: aSnapshot().withPods(aPod().times(2)).withNodes(aNode('n1')),
    see: (result) => ({ existing: existing(result), launched: result.newNodeClaims.length }),
    expect: { existing: { n1: ['web-1'] }, launched: 1 },
  },
  'tries existing nodes by name, starting ones last': {
    source: 'scheduling/scheduler.go sortExistingNodes',
    given: aSnapshot().withPods(aPod()).withNodes(aNode('n1').starting(), aNode('n3'), aNode('n2')),
    see: existing,
    expect: { n2: ['web'] },
  },
  'counts running pods in a spread': {
    source: 'scheduling/topology.go countDomains',
    given: aSnapshot()
      .withPods(aPod().spreadOver(zone))
      .withNodes(
        aNode('n1').running(aPod('r1').running()),
        aNode('n2').launchedAs('t2', 'zone-b', 'on-demand', 100_000).running(aPod('r2').running()),
      ),
    see: zonesOf,
    expect: ['zone-c'],
  },
  'respects the anti-affinity of a running pod': {
    source: 'scheduling/topology.go updateInverseAffinities',
    given: aSnapshot()
      .withPods(aPod())
      .withNodes(
        aNode('n1')
          .with({ allocatable: { cpu: 8_000, memory: 2 ** 35, pods: 20 } })
          .running(
            aPod('loner')
              .labelled({ app: 'other' })
              .withAntiAffinityTo({ app: 'web' }, hostname)
              .running(),
          ),
      ),
    see: (result) => ({ existing: existing(result), launched: result.newNodeClaims.length }),
    expect: { existing: {}, launched: 1 },
  },
  'respects a ScheduleAnyway spread while it can': {
    source: 'scheduling/preferences.go removeTopologySpreadScheduleAnyway',
    given: aSnapshot().withPods(
      aPod().spreadOver(hostname, { whenUnsatisfiable: 'ScheduleAnyway' }).times(2),
    ),
    see: count,
    expect: { nodes: 2, unplaced: 0 },
  },
  'allows one pod per zone if there are fewer zones than minDomains': {
    source: 'scheduling/topologygroup.go domainMinCount',
    given: aSnapshot().withPods(aPod().spreadOver(zone, { minDomains: 5 }).times(6)),
    see: count,
    expect: { nodes: 3, unplaced: 3 },
  },
  'ignores an offering that is not available': {
    source: 'cloudprovider/types.go Available',
    given: aSnapshot()
      .withPods(aPod())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'on-demand', 100_000, { available: false }),
        ),
        ...someInstanceTypes().slice(1, 2),
      ),
    see: types,
    expect: ['t4'],
  },
  'uses a reservation first; the next pod waits for the next pass': {
    source: 'scheduling/nodeclaim.go offeringsToReserve',
    given: aSnapshot()
      .withPods(apart.times(2))
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('t2').offered(
          anOffering('zone-a', 'reserved', 100, { reservationId: 'cr-1', reservationCapacity: 1 }),
          anOffering('zone-a', 'on-demand', 100_000),
        ),
      ),
    see: (result) => ({
      ...count(result),
      capacityTypes: result.newNodeClaims.map((claim) => open(claim, capacityType)),
    }),
    expect: { nodes: 1, unplaced: 1, capacityTypes: ['reserved'] },
  },
  'uses the zone of a volume': {
    source: 'scheduling/volumetopology.go',
    given: aSnapshot().withPods(
      aPod().withVolume('default/v', { nodeRequirements: [term(zone, 'In', 'zone-b')] }),
    ),
    see: zonesOf,
    expect: ['zone-b'],
  },
  'refuses a pod with an invalid volume': {
    source: 'scheduling/volumetopology.go ValidatePersistentVolumeClaims',
    given: aSnapshot().withPods(aPod().withVolume('default/v', { problem: 'it does not exist' })),
    see: reasonCodes,
    expect: ['POD_INVALID'],
  },
  'refuses a pod that selects its node by hostname': {
    source: 'provisioning/provisioner.go validateNodeSelector',
    given: aSnapshot().withPods(aPod().selecting({ [hostname]: 'n1' })),
    see: reasonCodes,
    expect: ['POD_INVALID'],
  },
  'allows a pod to select its NodePool': {
    source: 'apis/v1/labels.go WellKnownLabels',
    given: aSnapshot()
      .withPods(aPod().selecting({ [nodePool]: 'a' }))
      .withNodePools(aNodePool('a'), aNodePool('b').withWeight(9)),
    see: pools,
    expect: ['a'],
  },
  'does not place a pod that is larger than every type': {
    source: 'scheduling/nodeclaim.go fits',
    given: aSnapshot()
      .withPods(aPod().requesting({ milliCpu: 9_000 }))
      .withInstanceTypes(...someInstanceTypes().slice(0, 2)),
    see: count,
    expect: { nodes: 0, unplaced: 1 },
  },
};

describe('karpenter semantics', () => {
  it.each(Object.entries(scenarios))('%s', (_sentence, { given, see, expect: expected }) => {
    expect(see(planWithFirstFit(given.build()))).toEqual(expected);
  });

  it('includes all cases that ran on the real Karpenter', () => {
    expect(Object.keys(scenarios)).toHaveLength(41);
  });
});
