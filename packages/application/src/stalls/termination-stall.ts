import { annotationKeys, formatDuration, type Instant } from '@kerf/core';
import {
  type BoundPod,
  type DisruptionBlock,
  namespacedName,
  type PodDisruptionBudget,
  podBlocks,
} from '@kerf/engine';
import type { NodeClaim, NodeClaimTermination } from '../domain/node-claim/node-claim.js';
import { hourlyCostText, remainingText } from '../domain/text/finding-text.js';
import { podsBlockingDeletion, tiersOf, volumesBlockingTermination } from '../node-claims/api.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { isStalled, type Stall, type StallCause, stallText } from './stall.js';

/**
 * Returns why the termination of a NodeClaim is stalled; `null` while it makes progress. A step that fails is reported as a failing
 * operation instead.
 */
export function terminationStallOf(
  claim: NodeClaim & { readonly termination: NodeClaimTermination },
  seen: {
    readonly node: CachedNode | undefined;
    readonly budgets: readonly PodDisruptionBudget[];
    readonly now: Instant;
  },
): Stall | null {
  const { now } = seen;
  const found = causeOf(claim, seen);
  if (found === null || !isStalled(found, now)) return null;
  const { deadline } = claim.termination;
  const end =
    deadline === null || deadline <= now
      ? ''
      : ` Its terminationGracePeriod ends in ${remainingText(deadline - now)}.`;
  return {
    message: `${stallText('The termination of the node', found, now)}${end} ${hourlyCostText(claim.instance?.priceMicroUsdPerHour ?? null)}`,
    remedy: found.remedy,
  };
}

function causeOf(
  { instance, termination }: NodeClaim & { readonly termination: NodeClaimTermination },
  { node, budgets, now }: Parameters<typeof terminationStallOf>[1],
): StallCause | null {
  const { step, stepAt, blocked = null } = termination;
  if (step === 'InstanceTerminating' && instance !== null) {
    const { instanceId } = instance;
    return {
      since: stepAt,
      cause: `EC2 has not terminated instance ${instanceId}`,
      remedy: `See the state of instance ${instanceId} in EC2. If it stays in shutting-down, ask AWS Support.`,
    };
  }
  if (node === undefined) return null;
  if (step === 'Drained') return blocked === null ? null : attachedCause(node, blocked.since, now);
  if (step !== 'Cordoned') return null;
  const pods = tiersOf(podsBlockingDeletion(node, now)).find(({ length }) => length > 0);
  if (pods === undefined) return null;
  return blocked === null
    ? endingCause(pods)
    : drainCause(pods, { termination, since: blocked.since, budgets, now });
}

function attachedCause(node: CachedNode, since: Instant, now: Instant): StallCause | null {
  const volumes = volumesBlockingTermination(node, now).map(({ volume }) => volume);
  if (volumes.length === 0) return null;
  return {
    since,
    cause: `these PersistentVolumes are still attached: ${volumes.join(', ')}`,
    remedy:
      'See the events of the VolumeAttachments of the node and the logs of the controller of their CSI driver.',
  };
}

/** Returns the cause of a tier whose pods all terminate, and have done so for long. */
function endingCause(pods: readonly BoundPod[]): StallCause | null {
  const [first] = pods;
  if (first === undefined || pods.some(({ terminatesAt }) => terminatesAt === null)) return null;
  const deletedAt = pods.map((pod) => (pod.terminatesAt ?? 0) - pod.gracePeriodMs);
  const name = namespacedName(first);
  return {
    since: Math.max(...deletedAt),
    cause: `pod ${name}${andMore(pods)} is terminating, with a grace period of ${formatDuration(first.gracePeriodMs)}`,
    remedy: `If pod ${name} needs no more time, delete it with a shorter grace period.`,
  };
}

function drainCause(
  pods: readonly BoundPod[],
  {
    termination: { waitingFor },
    since,
    budgets,
    now,
  }: {
    readonly termination: NodeClaimTermination;
    readonly since: Instant;
    readonly budgets: readonly PodDisruptionBudget[];
    readonly now: Instant;
  },
): StallCause | null {
  const blocks = podBlocks(pods, budgets, now).flatMap((block) => describeBlock(block, now) ?? []);
  if (blocks.length === 0) {
    const cause = waitingFor ?? 'a pod cannot be evicted';
    return {
      since,
      cause,
      remedy: 'Delete the pods of the node, or fix what blocks their eviction.',
    };
  }
  return {
    since,
    cause: `${blocks.map(({ cause }) => cause).join(', and ')}${left(pods)}`,
    remedy: blocks.map(({ remedy }) => remedy).join(' '),
  };
}

const andMore = ({ length }: readonly BoundPod[]): string =>
  length > 1 ? ` and ${length - 1} more` : '';

const left = ({ length }: readonly BoundPod[]): string =>
  length > 1 ? ` (${length} pods are left)` : '';

/** Returns `null` for a block that does not concern pods. */
function describeBlock(block: DisruptionBlock, now: Instant): Omit<StallCause, 'since'> | null {
  if (block.code === 'POD_DO_NOT_DISRUPT') {
    const until = block.until === null ? '' : ` for another ${remainingText(block.until - now)}`;
    return {
      cause: `pod ${block.pod} has the annotation ${annotationKeys.doNotDisrupt}${until}`,
      remedy: `Delete pod ${block.pod}, or remove the annotation from it.`,
    };
  }
  if (block.code === 'PDB_BLOCKS') {
    return {
      cause: `PodDisruptionBudget ${block.pdb} allows no eviction of pod ${block.pod}`,
      remedy: `Change PodDisruptionBudget ${block.pdb} or the number of ready pods so that it allows a disruption, or delete pod ${block.pod}.`,
    };
  }
  if (block.code === 'MULTIPLE_PDBS') {
    return {
      cause: `pod ${block.pod} has several PodDisruptionBudgets (${block.pdbs.join(', ')}), so the Eviction API refuses it`,
      remedy: `Leave one PodDisruptionBudget that selects pod ${block.pod}.`,
    };
  }
  return null;
}
