import type { Instant } from '@kerf/core';
import type { Finding } from '../finding/finding.js';
import { type OperationFailure, reportedAfterMs } from './operation-failure.js';

/** A finding with its count and the times of its first and last occurrence. */
export interface CountedFinding extends Omit<Finding, 'at'> {
  readonly remedy: string | null;
  readonly count: number;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
}

/** Text for each operation, followed by its objects. */
const operationWords: Readonly<Record<string, string>> = {
  'cluster.check-registration': 'Checking the registration of',
  'cluster.refresh-connection': 'Reading the endpoint and version of',
  'provisioning.solve-batch': 'Scheduling pending pods of',
  'provisioning.reconcile-static-pools': 'Reconciling the static NodePools of',
  'provisioning.reconcile-standalone-claims': 'Reconciling standalone NodeClaims of',
  'disruption.plan': 'Evaluating the disruption of nodes of',
  'disruption.simulate': 'Simulating the removal of nodes of',
  'disruption.validate': 'Validating',
  'disruption.execute': 'Executing',
  'disruption.replan': 'Planning without the excluded nodes',
  'node-claim.launch': 'Launching',
  'node-claim.register': 'Registering',
  'node-claim.initialize': 'Initializing',
  'node-claim.terminate': 'Draining and terminating',
  'node-claim.sync': 'Syncing the objects of',
  'node-claim.check-liveness': 'Checking the liveness of the NodeClaims of',
  'node-claim.check-instance-status': 'Reading the status checks of the instances of',
  'node-claim.expire': 'Expiring the NodeClaims of',
  'node-claim.follow-reservations': 'Following the capacity reservations of',
  'node-claim.collect-garbage': 'Collecting the garbage of',
  'interruption.read-scheduled-events': 'Reading the scheduled events of',
  'definition.sync': 'Syncing',
  'definition.publish-status': 'Publishing the status of definitions of',
  'catalog.resolve-node-class': 'Resolving',
  'catalog.resolve-node-classes': 'Resolving the EC2NodeClasses of',
  'catalog.read-zonal-shifts': 'Reading the zonal shifts of',
  'catalog.refresh-instance-types': 'Refreshing the instance types of',
  'catalog.refresh-on-demand-prices': 'Refreshing the on-demand prices of',
  'catalog.refresh-spot-prices': 'Refreshing the spot prices of',
};

const plurals: Readonly<Record<OperationFailure['object']['kind'], string>> = {
  Cluster: 'clusters',
  NodeClaim: 'NodeClaims',
  Decision: 'decisions',
  NodePool: 'NodePools',
  EC2NodeClass: 'EC2NodeClasses',
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
    const doing = operationWords[operation] ?? operation;
    return [
      {
        clusterId,
        code: 'OPERATION_FAILING',
        object: `Operation/${operation}`,
        message: `${doing} ${describeObjects(group)} fails: ${errorCode}: ${message}`,
        remedy,
        count: group.reduce((sum, { attempts }) => sum + attempts, 0),
        firstSeenAt: Math.min(...group.map(({ firstFailedAt }) => firstFailedAt)),
        lastSeenAt: lastFailedAt,
      },
    ];
  });
}

/** Returns `NodeClaim a`, or `5 NodeClaims (a, b, c and 2 more)`. */
function describeObjects(failures: readonly OperationFailure[]): string {
  const names = failures.map(({ object }) => object.name).sort();
  const kind = failures[0]?.object.kind ?? 'Cluster';
  const [only] = names;
  if (names.length === 1) return `${kind === 'Cluster' ? 'cluster' : kind} ${only}`;
  const more = names.length - namesShown;
  const listed = names.slice(0, namesShown).join(', ');
  return `${names.length} ${plurals[kind]} (${listed}${more > 0 ? ` and ${more} more` : ''})`;
}
