import type { ClusterId, NodeClaimId } from '@kerf/core';
import { formatQuantity } from '@kerf/core';
import type { Finding } from '../domain/finding/finding.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { consistencyCheckFailed } from '../recording/events.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';

const code = 'NODE_INCONSISTENT';
/** Share of the expected capacity that a node must have. Source: karpenter nodeclaim/consistency. */
const requiredShare = 0.9;

/**
 * Reports each initialized node that has less than 90 % of the capacity with which its NodeClaim was
 * launched, for a resource that was requested: an Event, a finding, and what its condition
 * `ConsistentStateFound` is written from. Call it every minute. Does nothing while the state of the
 * cluster is unknown.
 * Source: karpenter nodeclaim/consistency/nodeshape.go @v1.14.1.
 */
export async function checkConsistency(
  ports: Pick<Ports, 'store' | 'clock' | 'cache' | 'events' | 'memory'>,
  clusterId: ClusterId,
): Promise<void> {
  const { store, clock, events, memory } = ports;
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return;
  const at = clock.now();
  const nodeOf = nodeFinder(view.nodes);
  const findings: Omit<Finding, 'clusterId' | 'code'>[] = [];
  const consistency = new Map<NodeClaimId, boolean>();
  for (const claim of await store.nodeClaims.inStates(clusterId, ['Initialized'])) {
    const node = nodeOf(claim);
    if (node === undefined) continue;
    const issues = issuesOf(claim, node);
    consistency.set(claim.id, issues.length === 0);
    if (issues.length === 0) continue;
    const { instanceType = 'unknown' } = claim.instance ?? {};
    events.record(clusterId, consistencyCheckFailed(claim, issues));
    findings.push({
      at,
      object: `Node/${node.name}`,
      message: `The node has less capacity than ${instanceType} was planned with: ${issues.join('; ')}. Pods that were planned for it may not fit.`,
      remedy:
        'Look for what reduces the capacity of the node, e.g. its AMI or user data. Further nodes of its instance type and AMI are planned with the memory that it has.',
    });
  }
  memory.published.setConsistency(clusterId, consistency);
  await replaceFindings({ store }, { clusterId, code }, findings);
}

/** Returns what is too small, as parts of a sentence. */
function issuesOf({ plan, instance }: NodeClaim, { capacity }: CachedNode): readonly string[] {
  return Object.entries(plan.requests).flatMap(([resource, requested]) => {
    const expected = instance?.capacity[resource] ?? 0;
    const found = capacity[resource] ?? 0;
    if (requested === 0 || expected === 0 || found / expected >= requiredShare) return [];
    const percent = ((100 * found) / expected).toFixed(1);
    return [
      `expected ${formatQuantity(resource, expected)} of resource ${resource}, but found ${formatQuantity(resource, found)} (${percent}% of expected)`,
    ];
  });
}
