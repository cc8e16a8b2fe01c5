import { type DurationMs, getOrCreate, type Instant, type MicroUsdPerHour } from '@kerf/core';
import type { FlapRule } from './brake-rule.js';
import type { PauseEvidence, PauseEvidenceStep } from './pause.js';
import type { RecentClaim } from './recent-claim.js';

/** A consolidation that was executed, or is being executed. */
export interface ConsolidationRecord {
  readonly id: string;
  readonly at: Instant;
  readonly finishedAt: Instant | null;
  readonly candidates: readonly ConsolidatedNode[];
  /** `to` is a node, or the planned id of a replacement. */
  readonly moves: readonly { readonly pod: string; readonly from: string; readonly to: string }[];
  /** NodeClaims of the replacements by planned id. */
  readonly replacementClaims: Readonly<Record<string, string>>;
}

/** A node that a consolidation removed. */
export interface ConsolidatedNode {
  readonly nodeClaimId: string;
  readonly nodeName: string;
  readonly nodePool: string;
  readonly instanceType: string | null;
  readonly zone: string | null;
  readonly capacityType: string | null;
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
}

/** The recent past of a cluster. */
export interface FlapHistory {
  readonly now: Instant;
  readonly claims: readonly RecentClaim[];
  readonly consolidations: readonly ConsolidationRecord[];
  /** Returns from when on the history of a NodePool counts, e.g. the last release of a freeze. */
  readonly countsFrom: (nodePool: string) => Instant;
}

/** A NodePool that does the same again and again. */
export interface Flap {
  readonly nodePool: string;
  readonly rule: FlapRule;
  /** The shape or the workload. */
  readonly subject: string;
  readonly reason: string;
  readonly evidence: PauseEvidence;
}

interface FlapThresholds {
  readonly flapRepeats: number;
  readonly flapWindowMs: DurationMs;
}

/**
 * Returns the NodePools that flap, by name, each with its longest cycle. Two things count, both only
 * for nodes that were themselves launched within the window:
 * - the same shape (instance type, zone, capacity type) is launched and consolidated away by turns;
 * - the pods of the same workload are moved from one replacement to the next.
 * A roll-out of drift moves each pod once, and is no consolidation. A load that rises in the morning
 * and falls in the evening removes nodes that are older than the window.
 */
export function findFlaps(
  history: FlapHistory,
  { flapRepeats, flapWindowMs }: FlapThresholds,
): readonly Flap[] {
  if (flapRepeats === 0) return [];
  const since = history.now - flapWindowMs;
  const records = history.consolidations
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const pools = new Set(
    records.flatMap(({ candidates }) => candidates.map(({ nodePool }) => nodePool)),
  );
  return [...pools].sort().flatMap((nodePool) => {
    const from = Math.max(since, history.countsFrom(nodePool));
    const young = new Map(
      history.claims
        .filter((claim) => claim.nodePool === nodePool && claim.requestedAt > from)
        .map((claim) => [claim.id, claim]),
    );
    const counted = records.filter(({ at }) => at > from);
    const cycles = [
      ...shapeCycles(nodePool, counted, young),
      ...podChains(nodePool, counted, young),
    ].filter(({ steps }) => steps.length >= flapRepeats);
    const [worst] = cycles.toSorted((a, b) => b.steps.length - a.steps.length);
    return worst === undefined ? [] : [toFlap(nodePool, worst, { history, flapRepeats })];
  });
}

interface Cycle {
  readonly rule: FlapRule;
  readonly subject: string;
  /** The consolidations of the cycle, oldest first. */
  readonly steps: readonly ConsolidationRecord[];
}

type YoungClaims = ReadonlyMap<string, RecentClaim>;

/** Returns how often each shape was launched and then consolidated away, by turns. */
function shapeCycles(
  nodePool: string,
  records: readonly ConsolidationRecord[],
  young: YoungClaims,
): readonly Cycle[] {
  const events = new Map<string, { at: Instant; record: ConsolidationRecord | null }[]>();
  for (const claim of young.values()) {
    if (claim.instanceType === null) continue;
    getOrCreate(events, shapeOf(claim), () => []).push({ at: claim.requestedAt, record: null });
  }
  for (const record of records) {
    const shapes = record.candidates
      .filter((node) => node.nodePool === nodePool && young.has(node.nodeClaimId))
      .map(shapeOf);
    for (const shape of new Set(shapes)) {
      getOrCreate(events, shape, () => []).push({ at: record.at, record });
    }
  }
  return [...events].map(([subject, ofShape]) => {
    const steps: ConsolidationRecord[] = [];
    let isLaunched = false;
    const inOrder = ofShape.toSorted(
      (a, b) => a.at - b.at || Number(a.record !== null) - Number(b.record !== null),
    );
    for (const { record } of inOrder) {
      if (record !== null && isLaunched) steps.push(record);
      isLaunched = record === null;
    }
    return { rule: 'SameShapeReplaced', subject, steps };
  });
}

const shapeOf = ({
  instanceType,
  zone,
  capacityType,
}: Pick<ConsolidatedNode, 'instanceType' | 'zone' | 'capacityType'>): string =>
  `${instanceType ?? 'unknown'} ${capacityType ?? ''} in ${zone ?? 'any zone'}`;

/** Returns how often pods of each workload were moved from one replacement to the next. */
function podChains(
  nodePool: string,
  records: readonly ConsolidationRecord[],
  young: YoungClaims,
): readonly Cycle[] {
  const chains = new Map<string, readonly ConsolidationRecord[]>();
  const longest = new Map<string, readonly ConsolidationRecord[]>();
  for (const record of records) {
    const sources = new Set(
      record.candidates
        .filter((node) => node.nodePool === nodePool)
        .map(({ nodeName }) => nodeName),
    );
    const extended = new Map<string, readonly ConsolidationRecord[]>();
    for (const { pod, from, to } of record.moves) {
      const claimId = record.replacementClaims[to];
      const destination = claimId === undefined ? null : (young.get(claimId)?.nodeName ?? null);
      if (!sources.has(from) || destination === null) continue;
      const workload = workloadOf(pod);
      const chain = [...(chains.get(`${workload} ${from}`) ?? []), record];
      extended.set(`${workload} ${destination}`, chain);
      if (chain.length > (longest.get(workload)?.length ?? 0)) longest.set(workload, chain);
    }
    for (const [key, chain] of extended) chains.set(key, chain);
  }
  return [...longest].map(([subject, steps]) => ({ rule: 'SamePodsMoved', subject, steps }));
}

/**
 * Returns the pod without the characters that its controller appended: an evicted pod of a
 * ReplicaSet has another name on its next node. Pods of a StatefulSet keep theirs.
 */
const workloadOf = (pod: string): string => pod.replace(/-[a-z0-9]{5}$/u, '');

function toFlap(
  nodePool: string,
  { rule, subject, steps }: Cycle,
  { history, flapRepeats }: { readonly history: FlapHistory; readonly flapRepeats: number },
): Flap {
  const what =
    rule === 'SamePodsMoved' ? `pods of ${subject} were moved` : `${subject} was replaced`;
  return {
    nodePool,
    rule,
    subject,
    reason: `${what} ${steps.length} times in a row by consolidation`,
    evidence: {
      rule,
      observed: steps.length,
      threshold: flapRepeats,
      steps: steps.map((record) => toStep(record, history.claims)),
      costMicroUsd: steps.reduce((sum, record) => sum + overlapCost(record, history.now), 0),
    },
  };
}

function toStep(record: ConsolidationRecord, claims: readonly RecentClaim[]): PauseEvidenceStep {
  const { id, at, candidates, moves } = record;
  const names = candidates.map(({ nodeName }) => nodeName).join(', ');
  const pods = moves.length === 1 ? '1 pod' : `${moves.length} pods`;
  const to = destinations(record, claims);
  return {
    at,
    decisionId: id,
    text: `${names} removed, ${pods} moved${to.length === 0 ? '' : ` to ${to.join(', ')}`}`,
  };
}

/** Returns the replacements that have joined. */
function destinations(
  { replacementClaims }: ConsolidationRecord,
  claims: readonly RecentClaim[],
): readonly string[] {
  const ids = new Set(Object.values(replacementClaims));
  return claims.flatMap(({ id, nodeName }) => (ids.has(id) && nodeName !== null ? [nodeName] : []));
}

/** Returns what the removed nodes cost while their pods moved, in micro-USD. */
function overlapCost({ at, finishedAt, candidates }: ConsolidationRecord, now: Instant): number {
  const price = candidates.reduce((sum, node) => sum + (node.priceMicroUsdPerHour ?? 0), 0);
  return Math.round((price * Math.max(0, (finishedAt ?? now) - at)) / 3_600_000);
}
