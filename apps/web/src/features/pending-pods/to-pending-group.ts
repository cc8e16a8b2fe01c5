import type { PendingPodGroupsQuery, PodVerdictKind } from '../../gql/graphql.js';
import type { Reason } from '../../lib/reasons/reason-sentence.js';

export type PendingGroup = PendingPodGroupsQuery['pendingPodGroups']['nodes'][number];
export type PendingPod = PendingGroup['pods'][number];
type Verdict = NonNullable<PendingPod['verdict']>;

export const groupId = (group: PendingGroup): string =>
  `${group.clusterId}/${group.namespace}/${group.ownerKind}/${group.ownerName}`;

type NodePoolMismatch = Verdict['byNodePool'][number];

/** NodePools that do not match for the same reason. */
export interface MismatchRow extends Pick<NodePoolMismatch, 'reason' | 'nearest' | 'fix'> {
  readonly nodePools: readonly [string, ...string[]];
}

/** Returns NodePools that do not match, merged by reason, nearest first. */
export function toMismatchRows(mismatches: readonly NodePoolMismatch[]): readonly MismatchRow[] {
  const groups = Map.groupBy(mismatches, ({ reason, fix, nearest }) => {
    const { message, remedy } = reason;
    return JSON.stringify([message, remedy, fix, nearest]);
  });
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { nodePool, reason, nearest, fix } = first;
    const nodePools = [nodePool, ...others.map((mismatch) => mismatch.nodePool)] as const;
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
