import { type LaunchedInstance, type NodeClaim, newClaimFields } from '@kerf/application';
import type { PlannedNodeClaim } from '@kerf/engine';
import { recordedAt } from './cluster-records.js';

/** Returns a NodeClaim of the NodePool `default` that was launched as a spot m5.large. */
export function aNodeClaimRecord(
  fields: Pick<NodeClaim, 'clusterId' | 'id'> & Partial<NodeClaim>,
): NodeClaim {
  return {
    ...newClaimFields,
    name: `default-${fields.id}`,
    nodePool: 'default',
    nodeClass: 'default',
    nodePoolHash: 'a',
    nodeClassHash: 'b',
    decisionId: null,
    state: 'Launched',
    plan: aPlannedClaim(),
    terms: { expireAfter: '720h', terminationGracePeriod: null },
    standalone: null,
    instance: aLaunchedInstance(fields.id),
    requestedAt: recordedAt - 2_000,
    launchedAt: recordedAt - 1_000,
    ...fields,
  };
}

export function aPlannedClaim(fields: Partial<PlannedNodeClaim> = {}): PlannedNodeClaim {
  const expected = {
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    capacityType: 'spot',
    priceMicroUsdPerHour: 40_000,
  } as const;
  return {
    id: 'claim-0001',
    nodePool: 'default',
    podUids: [],
    requests: { cpu: 1_000 },
    requirements: [],
    labels: {},
    annotations: {},
    taints: [],
    startupTaints: [],
    instanceTypes: [{ name: 'm5.large', offerings: [expected] }],
    rejectedInstanceTypes: [],
    expected,
    savingAgainstNextBestMicroUsdPerHour: null,
    ...fields,
  };
}

function aLaunchedInstance(id: string): LaunchedInstance {
  return {
    instanceId: `i-${id}`,
    providerId: `aws:///us-east-1a/i-${id}`,
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    capacityType: 'spot',
    imageId: 'ami-1',
    subnetId: 'subnet-1',
    securityGroupIds: ['sg-1'],
    priceMicroUsdPerHour: 40_000,
    capacity: { cpu: 2_000, memory: 8_000 },
    allocatable: { cpu: 1_900, memory: 7_000 },
    labels: {},
  };
}
