import { assertNever, countOf } from '@kerf/core';
import type { Reason } from '../../lib/reasons/reason-sentence.js';
import type { PendingGroup, PendingPod, VerdictGroup } from './to-pending-group.js';

/** `ReplicaSet web/web-frontend`, or `Pod web/debug (no owner)`. */
export const ownerWords = ({ ownerKind, namespace, ownerName }: PendingGroup): string =>
  ownerKind === 'None'
    ? `Pod ${namespace}/${ownerName} (no owner)`
    : `${ownerKind} ${namespace}/${ownerName}`;

/** The summary of a group for its row: a reason, or a plain sentence. */
export type Headline =
  | {
      readonly kind: 'reason';
      /** `null` for a reason that applies to every NodePool. */
      readonly nodePool: string | null;
      readonly reason: Reason;
      /** How many other NodePools there are. */
      readonly otherPools: number;
    }
  | { readonly kind: 'text'; readonly text: string };

export function toHeadline(group: VerdictGroup): Headline {
  switch (group.kind) {
    case 'UNSCHEDULABLE':
      return reasonHeadline(group);
    case 'NEW_NODE':
      return { kind: 'text', text: newNodeText(group) };
    case 'EXISTING_NODE':
      return { kind: 'text', text: `Fits on ${group.nodeName ?? 'a node'}; not bound yet` };
    case 'NOT_CONSIDERED':
      return { kind: 'text', text: 'Awaiting the next scheduling batch' };
    case 'UNKNOWN':
      return { kind: 'text', text: 'Unknown to this version of the dashboard' };
    default:
      return assertNever(group.kind);
  }
}

function newNodeText({ nodePool, nodeClaimId }: VerdictGroup): string {
  const pool = `NodePool ${nodePool ?? 'unknown'}`;
  return nodeClaimId === null
    ? `Kerf would launch a node of ${pool}, but the cluster is in mode observe`
    : `A node of ${pool} is being launched`;
}

function reasonHeadline({ reasons, mismatches }: VerdictGroup): Headline {
  const [general] = reasons;
  if (general !== undefined) {
    return { kind: 'reason', nodePool: null, reason: general, otherPools: 0 };
  }
  const [nearest] = mismatches;
  if (nearest !== undefined) {
    const { nodePool, reason } = nearest;
    return { kind: 'reason', nodePool, reason, otherPools: mismatches.length - 1 };
  }
  return { kind: 'text', text: 'No NodePool matches, and no reason was recorded' };
}

/** `3 unschedulable for 2 reasons, 2 on a new node`; `null` when all pods have one verdict. */
export function toVerdictSummary(groups: readonly VerdictGroup[]): string | null {
  if (groups.length < 2) return null;
  return [...Map.groupBy(groups, ({ kind }) => kind)]
    .map(([kind, sameKind]) => {
      const pods = sameKind.reduce((sum, group) => sum + group.pods.length, 0);
      const reasons = kind === 'UNSCHEDULABLE' && sameKind.length > 1;
      return `${pods} ${verdictWords[kind]}${reasons ? ` for ${sameKind.length} reasons` : ''}`;
    })
    .join(', ');
}

const verdictWords: Readonly<Record<VerdictGroup['kind'], string>> = {
  UNSCHEDULABLE: 'unschedulable',
  NEW_NODE: 'on a new node',
  EXISTING_NODE: 'on an existing node',
  NOT_CONSIDERED: 'awaiting the next batch',
  UNKNOWN: 'unknown',
};

/** `5 pods`, or `100 of 240 pods` if the API returns only the oldest ones. */
export const podsShown = ({ count, pods }: PendingGroup): string =>
  pods.length < count ? `${pods.length} of ${countOf(count, 'pod')}` : countOf(count, 'pod');

/** Returns the requests per pod; `null` when they differ. */
export function commonRequests(pods: readonly PendingPod[]): string | null {
  const texts = new Set(
    pods.map(({ requests }) =>
      requests
        .filter(({ resource }) => resource !== 'pods')
        .map(({ resource, quantity }) => `${quantity} ${resource === 'cpu' ? 'CPU' : resource}`)
        .join(', '),
    ),
  );
  const [only] = texts;
  return texts.size === 1 && only !== undefined && only !== '' ? only : null;
}

/** Returns the message of kube-scheduler; `null` when it differs. */
export function commonSchedulerMessage(pods: readonly PendingPod[]): string | null {
  const [first, ...others] = new Set(pods.map(({ schedulerMessage }) => schedulerMessage));
  return others.length === 0 ? (first ?? null) : null;
}
