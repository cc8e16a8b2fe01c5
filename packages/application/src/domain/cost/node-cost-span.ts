import type { DurationMs, Instant, MicroUsdPerHour } from '@kerf/core';

/** How long the spans of nodes that ended, and the gaps between them, are kept. */
export const costSpanRetentionMs: DurationMs = 62 * 86_400_000;

/** A node with the offering and the price that it is recorded with. Empty text: unknown. */
export interface CostedNode {
  /** Uid of the Node object. */
  readonly nodeUid: string;
  readonly nodeName: string;
  readonly providerId: string | null;
  readonly nodePool: string;
  readonly instanceType: string;
  readonly capacityType: string;
  readonly zone: string;
  /** `null` when the price is unknown. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
}

/** A period in which a node ran at one price; it goes on until it is ended. */
export interface NodeCostSpan extends CostedNode {
  readonly startedAt: Instant;
}

/** A period, from inclusive to exclusive. */
export interface CostPeriod {
  readonly from: Instant;
  readonly until: Instant;
}

/** The changes of a cluster's node cost spans within one measured period. */
export interface CostSpanChanges {
  /** New spans, some of which have ended already. */
  readonly started: readonly (NodeCostSpan & { readonly endedAt: Instant | null })[];
  /** Ends of spans that were recorded before. */
  readonly ended: readonly (Pick<NodeCostSpan, 'nodeUid' | 'startedAt'> & {
    readonly endedAt: Instant;
  })[];
  /** Periods in which nobody measured. */
  readonly gaps: readonly CostPeriod[];
}

/** A period without a measurement counts as a gap if it is longer: a worker measures once a second. */
const longestPauseMs: DurationMs = 60_000;

interface RunningNode extends CostedNode {
  /** Time from which the node costs. */
  readonly since: Instant;
}

/**
 * Follows which nodes a cluster has at which price, for the same periods as the cost meter: the
 * nodes of a measurement count for the whole period since the last one, so that all changes are at
 * the beginnings of measured periods, or of nodes.
 */
export class CostSpanTracker {
  readonly #running: Map<string, NodeCostSpan>;
  #unsaved = new Map<string, NodeCostSpan & { endedAt: Instant | null }>();
  #ended: CostSpanChanges['ended'][number][] = [];
  #gaps: CostPeriod[] = [];

  /** @param running spans that have not ended, as they are stored */
  constructor(running: readonly NodeCostSpan[]) {
    this.#running = new Map(running.map((span) => [span.nodeUid, span]));
  }

  /** Records the nodes of a period, which is not empty and follows the last one. */
  follow(nodes: readonly RunningNode[], period: CostPeriod): void {
    const { from, until } = period;
    if (until - from > longestPauseMs) this.#gaps.push(period);
    const seen = new Set<string>();
    for (const node of nodes) {
      const startedAt = Math.max(from, node.since);
      if (startedAt >= until) continue;
      seen.add(node.nodeUid);
      const known = this.#running.get(node.nodeUid);
      if (known !== undefined && isSame(known, node)) continue;
      if (known !== undefined) this.#end(known, from);
      const span = toSpan(node, startedAt);
      this.#running.set(node.nodeUid, span);
      this.#unsaved.set(keyOf(span), { ...span, endedAt: null });
    }
    for (const span of this.#running.values()) {
      if (!seen.has(span.nodeUid)) this.#end(span, from);
    }
  }

  /** Returns the changes since the last call. */
  take(): CostSpanChanges {
    const started = [...this.#unsaved.values()];
    const [ended, gaps] = [this.#ended, this.#gaps];
    this.#unsaved = new Map();
    this.#ended = [];
    this.#gaps = [];
    return { started, ended, gaps };
  }

  #end(span: NodeCostSpan, endedAt: Instant): void {
    this.#running.delete(span.nodeUid);
    const unsaved = this.#unsaved.get(keyOf(span));
    if (unsaved === undefined) {
      this.#ended.push({ nodeUid: span.nodeUid, startedAt: span.startedAt, endedAt });
    } else {
      unsaved.endedAt = endedAt;
    }
  }
}

/** Picks the recorded fields: measured nodes have more. */
const toSpan = (
  {
    nodeUid,
    nodeName,
    providerId,
    nodePool,
    instanceType,
    capacityType,
    zone,
    priceMicroUsdPerHour,
  }: CostedNode,
  startedAt: Instant,
): NodeCostSpan => ({
  nodeUid,
  nodeName,
  providerId,
  nodePool,
  instanceType,
  capacityType,
  zone,
  priceMicroUsdPerHour,
  startedAt,
});

const keyOf = ({ nodeUid, startedAt }: Pick<NodeCostSpan, 'nodeUid' | 'startedAt'>): string =>
  `${nodeUid} ${startedAt}`;

const isSame = (a: CostedNode, b: CostedNode): boolean =>
  a.priceMicroUsdPerHour === b.priceMicroUsdPerHour &&
  a.nodePool === b.nodePool &&
  a.providerId === b.providerId &&
  a.instanceType === b.instanceType &&
  a.capacityType === b.capacityType &&
  a.zone === b.zone &&
  a.nodeName === b.nodeName;
