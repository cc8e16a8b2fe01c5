import type { CostDriver, UnattributedReason } from '@kerf/application';
import { countOf } from '@kerf/core';

/** Returns the cause of a change of the cost in words, without its cluster and NodePools. */
export function driverMessage(driver: CostDriver, clusterName: string | null): string {
  const { workload } = driver;
  switch (driver.kind) {
    case 'Provision':
      return workload === null
        ? 'Launched for pods without an owner'
        : `Launched for ${workload.kind} ${workload.namespace}/${workload.name}`;
    case 'Drift':
      return driftMessage(driver);
    case 'Price':
      return `New price of ${offeringOf(driver)}`;
    case 'PriceKnown':
      return `Price of ${offeringOf(driver)} that was or is unknown`;
    case 'ClusterAdded':
      return `Cluster ${clusterName ?? ''} added`;
    case 'Unmanaged':
      return `Nodes that Kerf does not manage: ${driver.instanceType || 'unknown instance type'}`;
    case 'Unattributed':
      return `No known cause: ${unattributedTexts[driver.reason ?? 'NotTerminated']}`;
    case 'Other':
      return countOf(driver.drivers, 'smaller driver');
    default:
      return messages[driver.kind];
  }
}

const messages = {
  StaticNodePool: 'Nodes of static NodePools',
  StandaloneNodeClaim: 'Launched for NodeClaims that users created',
  Empty: 'Empty nodes removed',
  Consolidate: 'Consolidation',
  Expire: 'Expired nodes',
  Interrupt: 'Interrupted nodes',
  Repair: 'Unhealthy nodes',
  Delete: 'Nodes deleted by users',
  LaunchFailure: 'Nodes that did not become ready',
  InstanceEnded: 'Instances that ended without Kerf',
} as const;

const unattributedTexts: Readonly<Record<UnattributedReason, string>> = {
  Adopted: 'Kerf took the nodes over from the cluster',
  DecisionUnknown: 'the decision that launched the nodes is not stored',
  PodsUnknown: 'the decision that launched the nodes names no pods',
  NotTerminated: 'the nodes left without Kerf',
};

function driftMessage({ definitions }: CostDriver): string {
  const names = definitions.map(({ definition }) => definition).join(', ');
  return names === '' ? 'Drifted nodes' : `Drifted nodes after changes of ${names}`;
}

const offeringOf = ({ capacityType, instanceType }: CostDriver): string =>
  [capacityType, instanceType].filter((part) => part !== null && part !== '').join(' ') ||
  'unknown instance types';
