import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { cloudTargetOf, requireCluster } from '../clusters/api.js';
import type { Finding } from '../domain/finding/finding.js';
import { claimed, Sweep } from '../domain/operation/sweep.js';
import { elapsedText, hourlyCostText } from '../domain/text/finding-text.js';
import type { ImpairedInstance } from '../ports/cloud-provider.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { instanceImpaired } from '../recording/events.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { type NodeToRepair, type RepairPorts, repairNode } from './repair-node.js';

const code = 'INSTANCE_IMPAIRED';

/** Time for which a failed status check is tolerated. Source: karpenter aws pkg/controllers/instancestatus. */
const toleratedMs: DurationMs = 120_000;

interface ImpairedNode extends NodeToRepair, ImpairedInstance {}

/**
 * Terminates each instance of the cluster whose EC2 instance or system status check has failed for
 * two minutes, if the cluster's setting `instanceStatusChecks` is on; in mode `observe`, it records
 * a finding instead. Clears the findings of the others. Unlike node repair, it does not wait while
 * many nodes are unhealthy: EC2 itself says that the instance does not work. Call it every minute.
 * Does nothing while the state of the cluster is unknown.
 * Source: karpenter aws pkg/controllers/instancestatus.
 * @throws CLOUD.* when EC2 does not answer, CLOUD.UNAUTHORIZED without ec2:DescribeInstanceStatus
 */
export async function checkInstanceStatus(
  ports: RepairPorts & Pick<Ports, 'cache' | 'cloud' | 'events' | 'meter'>,
  clusterId: ClusterId,
): Promise<void> {
  const { store, clock, cloud, events, meter } = ports;
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return;
  const cluster = await requireCluster(store, clusterId);
  const impaired = cluster.settings.instanceStatusChecks
    ? await cloud.listImpairedInstances(cloudTargetOf(cluster))
    : [];
  const at = clock.now();
  const findings: Omit<Finding, 'clusterId' | 'code'>[] = [];
  const sweep = new Sweep();
  for (const one of await impairedNodes(ports, view, { impaired, at })) {
    if (cluster.mode === 'observe') {
      if (one.claim.state === 'Terminating') continue;
      findings.push({ at, object: `NodeClaim/${one.claim.name}`, ...describe(one, at) });
      continue;
    }
    const hasStarted = await sweep.attempt(claimed(one.claim), () => repairNode(ports, view, one));
    if (hasStarted === true) {
      events.record(clusterId, instanceImpaired(one, one.check));
      meter.record(clusterId, [{ kind: 'InstanceUnhealthy', category: categories[one.check] }]);
    }
  }
  await replaceFindings(ports, { clusterId, code }, findings);
  sweep.conclude();
}

const categories = { Instance: 'instance_status', System: 'system_status' } as const;

async function impairedNodes(
  { store }: Pick<Ports, 'store'>,
  { clusterId, nodes }: ClusterView,
  { impaired, at }: { readonly impaired: readonly ImpairedInstance[]; readonly at: Instant },
): Promise<readonly ImpairedNode[]> {
  const lasting = impaired.filter(({ since }) => at - since >= toleratedMs);
  if (lasting.length === 0) return [];
  const claims = await store.nodeClaims.inStates(clusterId, [
    'Launched',
    'Registered',
    'Initialized',
    'Terminating',
  ]);
  const claimOf = new Map(claims.map((claim) => [claim.instance?.instanceId, claim]));
  const nodeOf = nodeFinder(nodes);
  return lasting.flatMap((one) => {
    const claim = claimOf.get(one.instanceId);
    return claim === undefined ? [] : [{ ...one, claim, node: nodeOf(claim) }];
  });
}

function describe(
  { claim, check, since, instanceId }: ImpairedNode,
  at: Instant,
): { readonly message: string; readonly remedy: string } {
  const cost = hourlyCostText(claim.instance?.priceMicroUsdPerHour ?? null);
  return {
    message: `The ${check === 'System' ? 'system' : 'instance'} status check of instance ${instanceId} has failed for ${elapsedText(at - since)}. Kerf does not replace it in mode observe. ${cost}`,
    remedy: `Delete NodeClaim ${claim.name} (kubectl delete nodeclaim ${claim.name}), so that its pods move to another node, or set the mode to approve or auto.`,
  };
}
