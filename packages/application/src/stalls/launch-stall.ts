import { assertNever, type Instant } from '@kerf/core';
import { rebootEndedAt } from '../domain/node-claim/claim-reboot.js';
import { isRebooting, type NodeClaim } from '../domain/node-claim/node-claim.js';
import { hourlyCostText, remainingText } from '../domain/text/finding-text.js';
import { registrationTimeoutMs } from '../node-claims/api.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { type InitializationNeed, initializationNeeds } from '../snapshot/claim-node.js';
import { isStalled, type Stall, type StallCause, stallText } from './stall.js';

/**
 * Returns why the launch of a NodeClaim is stalled; `null` while it makes progress. A NodeClaim
 * without an instance fails earlier.
 */
export function launchStallOf(
  claim: NodeClaim,
  { node, now }: { readonly node: CachedNode | undefined; readonly now: Instant },
): Stall | null {
  const found = launchCauseOf(claim, node);
  if (found === null || !isStalled(found, now)) return null;
  const leftMs = found.since + registrationTimeoutMs - now;
  const end =
    claim.state === 'Launched' && leftMs > 0
      ? ` Kerf terminates the instance if that lasts for another ${remainingText(leftMs)}.`
      : '';
  const cost = hourlyCostText(claim.instance?.priceMicroUsdPerHour ?? null);
  return {
    message: `${stallText('The launch of the node', found, now)}${end} ${cost}`,
    remedy: found.remedy,
  };
}

/** Returns what a launched NodeClaim waits for; `null` if it waits for nothing of its node. */
export function launchCauseOf(claim: NodeClaim, node: CachedNode | undefined): StallCause | null {
  const { state, instance, launchedAt, registeredAt } = claim;
  if (state === 'Launched' && instance !== null && launchedAt !== null) {
    return { since: launchedAt, ...joinCause(instance.instanceId, node) };
  }
  if (state !== 'Registered' || registeredAt === null || node === undefined) return null;
  if (isRebooting(claim)) return null;
  const needs = initializationNeeds(node, claim).map((need) => describeNeed(need, node.name));
  if (needs.length === 0) return null;
  return {
    since: Math.max(registeredAt, rebootEndedAt(claim.reboot) ?? 0),
    cause: needs.map(({ cause }) => cause).join(', and '),
    remedy: needs.map(({ remedy }) => remedy).join(' '),
  };
}

type CauseText = Omit<StallCause, 'since'>;

function joinCause(instanceId: string, node: CachedNode | undefined): CauseText {
  if (node !== undefined) {
    return {
      cause: `node ${node.name} has joined, but its labels and taints are not set`,
      remedy: `See the failing operations of the cluster, and whether Kerf may change node ${node.name}.`,
    };
  }
  return {
    cause: `instance ${instanceId} runs, but has not joined the cluster as a node`,
    remedy: `See the system log of instance ${instanceId}. Check the user data and the image of its EC2NodeClass, the security groups and routes to the API server, and that its role has an access entry of the cluster.`,
  };
}

function describeNeed(need: InitializationNeed, node: string): CauseText {
  switch (need.kind) {
    case 'Ready':
      return {
        cause: `node ${node} is not Ready`,
        remedy: `See the conditions of node ${node}, and the logs of its kubelet and of the CNI plugin's pod.`,
      };
    case 'Taint':
      return {
        cause: `node ${node} has the taint ${need.key}, which pods of the cluster should remove`,
        remedy: `See the pods on node ${node} that remove the taint ${need.key}, or remove it from the startupTaints of the NodePool.`,
      };
    case 'Resource':
      return {
        cause: `node ${node} has no ${need.resource}, which its pods request`,
        remedy: `See the device plugin's pod on node ${node} that offers ${need.resource}.`,
      };
    case 'Devices':
      return {
        cause: `the driver ${need.driver} has not published the devices of node ${node}, which its pods claim`,
        remedy: `See the pod of the driver ${need.driver} on node ${node}, and the ResourceSlices of the node.`,
      };
    default:
      return assertNever(need);
  }
}
