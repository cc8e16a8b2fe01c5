import { type Instant, joinWords } from '@kerf/core';
import type { Finding } from '../finding/finding.js';
import { type OperationFailure, reportedAfterMs } from './operation-failure.js';

/** A finding with its count and the times of its first and last occurrence. */
export interface CountedFinding extends Omit<Finding, 'at'> {
  readonly remedy: string | null;
  readonly count: number;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
}

/** Text for each operation on a whole cluster, followed by the cluster. */
const clusterWords: Readonly<Record<string, string>> = {
  'brake.check': 'Checking the brakes of',
  'cluster.check-registration': 'Checking the registration of',
  'cluster.resume-work': 'Resuming the work of',
  'cluster.refresh-connection': 'Reading the endpoint and version of',
  'provisioning.solve-batch': 'Scheduling pending pods of',
  'provisioning.reconcile-static-pools': 'Reconciling the static NodePools of',
  'provisioning.reconcile-standalone-claims': 'Reconciling standalone NodeClaims of',
  'cost.report': 'Reporting the cost of',
  'disruption.plan': 'Evaluating the disruption of nodes of',
  'disruption.evaluate': 'Evaluating the disruption of nodes of',
  'disruption.release-taints': 'Releasing the disruption taints of nodes of',
  'disruption.prune-simulations': 'Deleting old disruption simulations of',
  'disruption.simulate': 'Simulating the removal of nodes of',
  'node-claim.check-liveness': 'Checking the NodeClaims of',
  'node-claim.end-overdue': 'Checking the liveness of the NodeClaims of',
  'node-claim.note-stalls': 'Looking for work without progress in',
  'node-claim.repair': 'Repairing the unhealthy nodes of',
  'node-claim.check-consistency': 'Comparing nodes with the NodeClaims of',
  'node-claim.adopt': 'Adopting the NodeClaims of',
  'node-claim.publish-conditions': 'Publishing the conditions of NodeClaims of',
  'node-claim.check-instance-status': 'Reading the status checks of the instances of',
  'node-claim.expire': 'Expiring the NodeClaims of',
  'node-claim.follow-reservations': 'Following the capacity reservations of',
  'node-claim.collect-garbage': 'Collecting the garbage of',
  'interruption.read-scheduled-events': 'Reading the scheduled events of',
  'definition.reconcile': 'Comparing with Kerf’s records the definitions of',
  'definition.publish-status': 'Publishing the statuses of',
  'definition.publish-conditions': 'Publishing the status of NodePools and EC2NodeClasses of',
  'definition.publish-overlays': 'Publishing the status of NodeOverlays of',
  'definition.reconcile-buffers': 'Reconciling the CapacityBuffers of',
  'definition.hold-node-classes': 'Holding and releasing the EC2NodeClasses of',
  'catalog.resolve-node-classes': 'Resolving the EC2NodeClasses of',
  'catalog.read-zonal-shifts': 'Reading the zonal shifts of',
  'catalog.refresh-instance-types': 'Refreshing the instance types of',
  'catalog.refresh-on-demand-prices': 'Refreshing the on-demand prices of',
  'catalog.refresh-spot-prices': 'Refreshing the spot prices of',
};

/** Text for each operation on single objects, followed by them. */
const objectWords: Readonly<Record<string, string>> = {
  'disruption.validate': 'Validating',
  'disruption.execute': 'Executing',
  'disruption.replan': 'Planning without the excluded nodes',
  'node-claim.launch': 'Launching',
  'node-claim.register': 'Registering',
  'node-claim.initialize': 'Initializing',
  'node-claim.reboot': 'Rebooting',
  'node-claim.terminate': 'Draining and terminating',
  'node-claim.create-objects': 'Creating the objects of',
  'node-claim.sync': 'Syncing the objects of',
  'definition.sync': 'Syncing',
  'catalog.resolve-node-class': 'Resolving',
};

const plurals: Readonly<Record<OperationFailure['object']['kind'], string>> = {
  Cluster: 'clusters',
  NodeClaim: 'NodeClaims',
  Decision: 'decisions',
  NodePool: 'NodePools',
  EC2NodeClass: 'EC2NodeClasses',
  Instance: 'instances',
  Node: 'nodes',
  Pod: 'pods',
  NodeOverlay: 'NodeOverlays',
  CapacityBuffer: 'CapacityBuffers',
  Pause: 'pauses',
  SpendLimit: 'spend limits',
  AlertThresholds: 'alert thresholds',
};

/** The kinds that are written as they are in Kubernetes. */
const ownWords: Partial<typeof plurals> = {
  Cluster: 'cluster',
  Instance: 'instance',
  Node: 'node',
  Pod: 'pod',
  Pause: 'pause',
  SpendLimit: 'spend limit',
  AlertThresholds: 'alert thresholds',
};

/** Number of names that a finding lists. */
const namesShown = 3;

/**
 * Returns one finding per cluster and operation that has failed for at least {@link
 * reportedAfterMs}, with the latest error.
 */
export function operationFindings(
  failures: readonly OperationFailure[],
  now: Instant,
): readonly CountedFinding[] {
  const shown = failures.filter(({ firstFailedAt }) => now - firstFailedAt >= reportedAfterMs);
  const groups = Map.groupBy(shown, ({ clusterId, operation }) => `${clusterId} ${operation}`);
  return [...groups.values()].flatMap((group) => {
    const [latest] = group.toSorted((a, b) => b.lastFailedAt - a.lastFailedAt);
    if (latest === undefined) return [];
    const { clusterId, operation, errorCode, message, remedy, lastFailedAt } = latest;
    return [
      {
        clusterId,
        code: 'OPERATION_FAILING',
        object: `Operation/${operation}`,
        message: `${describe(operation, group)}: ${errorCode}: ${message}`,
        remedy,
        count: group.reduce((sum, { attempts }) => sum + attempts, 0),
        firstSeenAt: Math.min(...group.map(({ firstFailedAt }) => firstFailedAt)),
        lastSeenAt: lastFailedAt,
      },
    ];
  });
}

/** Returns what fails, such as `Launching NodeClaim a fails` or `Expiring … fails for NodeClaim a`. */
function describe(operation: string, failures: readonly OperationFailure[]): string {
  const isWhole = failures.some(({ object }) => object.kind === 'Cluster');
  const doing = clusterWords[operation];
  return doing === undefined || isWhole
    ? `${doing ?? objectWords[operation] ?? operation} ${describeObjects(failures)} fails`
    : `${doing} the cluster fails for ${describeObjects(failures)}`;
}

/** Returns `NodeClaim a`, or `5 NodeClaims (a, b, c and 2 more)`, of each kind. */
function describeObjects(failures: readonly OperationFailure[]): string {
  const byKind = Map.groupBy(failures, ({ object }) => object.kind);
  return joinWords(
    Array.from(byKind, ([kind, group]) =>
      describeNames(
        kind,
        group.map(({ object }) => object.name),
      ),
    ),
  );
}

function describeNames(kind: OperationFailure['object']['kind'], all: readonly string[]): string {
  const names = all.toSorted();
  const [only] = names;
  if (names.length === 1) return `${ownWords[kind] ?? kind} ${only}`;
  const more = names.length - namesShown;
  const listed = names.slice(0, namesShown).join(', ');
  return `${names.length} ${plurals[kind]} (${listed}${more > 0 ? ` and ${more} more` : ''})`;
}
