import { assertNever } from '@kerf/core';
import type { PendingPodGroupsQuery, PodVerdictKind } from '../../gql/graphql.js';
import { countOf } from '../../lib/format/quantity.js';
import { describeReason, type Reason } from '../../lib/reasons/reason-sentence.js';

export type PendingGroup = PendingPodGroupsQuery['pendingPodGroups']['nodes'][number];
export type PendingPod = PendingGroup['pods'][number];
type Verdict = NonNullable<PendingPod['verdict']>;

export const groupId = (group: PendingGroup): string =>
  `${group.clusterId}/${group.namespace}/${group.ownerKind}/${group.ownerName}`;

/** `ReplicaSet web/web-frontend`, or `Pod web/debug (no owner)`. */
export const ownerWords = ({ ownerKind, namespace, ownerName }: PendingGroup): string =>
  ownerKind === 'None'
    ? `Pod ${namespace}/${ownerName} (no owner)`
    : `${ownerKind} ${namespace}/${ownerName}`;

type NodePoolMismatch = Verdict['byNodePool'][number];

/** NodePools that do not match for the same reason. */
export interface MismatchRow extends Pick<NodePoolMismatch, 'reason' | 'nearest' | 'fix'> {
  readonly nodePools: readonly [string, ...string[]];
}

/** Returns NodePools that do not match, merged by reason, nearest first. */
export function toMismatchRows(mismatches: readonly NodePoolMismatch[]): readonly MismatchRow[] {
  const groups = Map.groupBy(mismatches, ({ nodePool, reason, fix, nearest }) => {
    const { sentence, change } = describeReason(reason, nodePool);
    return JSON.stringify([sentence, change, fix, nearest]);
  });
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { nodePool, reason, nearest, fix } = first;
    const nodePools = [nodePool, ...others.map((one) => one.nodePool)] as const;
    return { nodePools, reason, nearest, fix };
  });
}

/** Pods of an owner with the same verdict. */
export interface VerdictGroup {
  readonly kind: PodVerdictKind | 'NOT_CONSIDERED';
  readonly pods: readonly PendingPod[];
  /** The destination; only for `EXISTING_NODE` and `NEW_NODE`. */
  readonly nodeName: string | null;
  readonly nodePool: string | null;
  /** With `NEW_NODE`: its NodeClaim; `null` in a cluster in mode observe. */
  readonly nodeClaimId: string | null;
  readonly decisionId: string | null;
  /** With `UNSCHEDULABLE`: reasons that apply to every NodePool. */
  readonly reasons: readonly Reason[];
  /** With `UNSCHEDULABLE`: the nearest NodePool first. */
  readonly mismatches: readonly NodePoolMismatch[];
}

/** Returns pods grouped by verdict, unschedulable pods first. */
export function toVerdictGroups(pods: readonly PendingPod[]): readonly VerdictGroup[] {
  const groups = new Map<string, PendingPod[]>();
  for (const pod of pods) {
    const key = verdictKey(pod.verdict);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [pod]);
    else same.push(pod);
  }
  return [...groups.values()]
    .map(toVerdictGroup)
    .sort((a, b) => worstFirst.indexOf(a.kind) - worstFirst.indexOf(b.kind));
}

const worstFirst: readonly VerdictGroup['kind'][] = [
  'UNSCHEDULABLE',
  'UNKNOWN',
  'NOT_CONSIDERED',
  'NEW_NODE',
  'EXISTING_NODE',
];

function verdictKey(verdict: Verdict | null): string {
  if (verdict === null) return 'none';
  const { kind, nodeName, nodeClaimId, reasons, byNodePool } = verdict;
  return JSON.stringify([kind, nodeName, nodeClaimId, reasons, byNodePool]);
}

function toVerdictGroup(pods: readonly PendingPod[]): VerdictGroup {
  const { kind, nodeName, nodePool, nodeClaimId, decisionId, reasons, byNodePool } =
    pods[0]?.verdict ?? notConsidered;
  return {
    kind,
    pods,
    nodeName,
    nodePool,
    nodeClaimId,
    decisionId,
    reasons,
    mismatches: byNodePool,
  };
}

const notConsidered: Omit<VerdictGroup, 'pods' | 'mismatches'> & Pick<Verdict, 'byNodePool'> = {
  kind: 'NOT_CONSIDERED',
  nodeName: null,
  nodePool: null,
  nodeClaimId: null,
  decisionId: null,
  reasons: [],
  byNodePool: [],
};

/** The summary of a group for its row: a reason, or a plain sentence. */
export type Headline =
  | {
      readonly kind: 'miss';
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
    return { kind: 'miss', nodePool: null, reason: general, otherPools: 0 };
  }
  const [nearest] = mismatches;
  if (nearest !== undefined) {
    const { nodePool, reason } = nearest;
    return { kind: 'miss', nodePool, reason, otherPools: mismatches.length - 1 };
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

/** `5 pods`, or `100 of 240 pods` where the API sends the oldest only. */
export const podsShown = ({ count, pods }: PendingGroup): string =>
  pods.length < count ? `${pods.length} of ${countOf(count, 'pod')}` : countOf(count, 'pod');
