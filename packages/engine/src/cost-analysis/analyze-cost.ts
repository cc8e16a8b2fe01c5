// Method: the continuous relaxation of all running pods on new nodes gives dual prices; with them,
// weak duality bounds the cost for any set of nodes that have to stay (bound/running-bound.ts).
// Letting the nodes of one cause after the other stay splits the cost above the bound.
// Units: micro-USD per hour.

import { compareText, deepFreeze, type MicroUsdPerHour } from '@kerf/core';
import type { RunningBound } from '../bound/running-bound.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import {
  type CostAnalysis,
  type CostCause,
  type CostCauseShare,
  type CostCauseSubject,
  costCauses,
} from '../model/cost-analysis.js';
import type { Pod } from '../model/pod.js';
import { boundParts } from './bound-parts.js';
import { certifiedBound } from './certified-bound.js';
import { constraintShares } from './constraint-shares.js';
import { type NodeCause, nodeCauses } from './node-cause.js';

/** Further objects of a cause are counted in its part only. */
const maxSubjects = 5;

/**
 * Returns what Kerf's running nodes cost, a lower bound for the pods on them, and why the cost
 * is above it.
 * @param snapshot is not changed; the order of its lists does not matter
 */
export function analyzeCost(snapshot: ClusterSnapshot): CostAnalysis {
  const certified = certifiedBound(snapshot);
  const { nodes, held, pods, certificate, podGroups, bound } = certified;
  const cost = nodes.priced.reduce((sum, node) => sum + node.priceMicroUsdPerHour, 0);
  const attribution = new Attribution(bound, { cost, held });
  const causes = nodeCauses(snapshot);
  const byCause = Map.groupBy(
    nodes.priced.flatMap(({ node: { name } }) => {
      const cause = causes.get(name);
      return cause === undefined ? [] : [{ name, ...cause }];
    }),
    ({ cause }) => cause,
  );
  const kept = [...byCause.values()].reduce((sum, { length }) => sum + length, 0);
  const { measured, unmeasured } = constraintShares(snapshot);
  const ofConstraints = new Map(measured.map((share) => [share.cause, share]));
  const shares = costCauses.map((cause) => {
    if (cause === 'CapacityBuffer') return attribution.holdBuffers();
    const simulated = ofConstraints.get(cause);
    if (simulated !== undefined) return attribution.add(simulated);
    if (cause !== 'NotHeldBack') return attribution.keep(cause, byCause.get(cause) ?? []);
    return attribution.rest(nodes.priced.length - kept);
  });
  const countByKey = new Map(podGroups.map(({ spec, count }) => [spec.key, count]));
  return deepFreeze({
    costMicroUsdPerHour: cost,
    lowerBoundMicroUsdPerHour: attribution.lowerBound,
    nodes: nodes.priced.length,
    unpricedNodes: nodes.unpriced,
    pods: pods.length - held.length,
    unboundedPods: unboundedOf(pods, countByKey),
    causes: shares.filter((share) => share.nodes > 0 || share.microUsdPerHour > 0),
    unmeasuredCauses: unmeasured,
    boundParts: boundParts(snapshot, certified),
    certificate,
  });
}

function unboundedOf(pods: readonly Pod[], countByKey: ReadonlyMap<string, number>): number {
  return [...Map.groupBy(pods, ({ spec }) => spec.key)].reduce(
    (sum, [key, { length }]) => sum + Math.max(0, length - (countByKey.get(key) ?? 0)),
    0,
  );
}

interface CausedNode extends NodeCause {
  readonly name: string;
}

/** Raises the bound cause by cause, and returns the part of each. */
class Attribution {
  readonly lowerBound: MicroUsdPerHour;
  readonly #bound: RunningBound;
  readonly #cost: MicroUsdPerHour;
  readonly #heldByKey: ReadonlyMap<string, number>;
  #furtherPods: ReadonlyMap<string, number> = new Map();
  #kept: ReadonlySet<string> = new Set();
  #reached: MicroUsdPerHour;

  constructor(
    bound: RunningBound,
    { cost, held }: { readonly cost: MicroUsdPerHour; readonly held: readonly Pod[] },
  ) {
    this.#bound = bound;
    this.#cost = cost;
    this.#heldByKey = new Map(
      [...Map.groupBy(held, ({ spec }) => spec.key)].map(([key, { length }]) => [key, length]),
    );
    this.#reached = 0;
    this.lowerBound = this.#boundWith(this.#kept);
    this.#reached = this.lowerBound;
  }

  holdBuffers(): CostCauseShare {
    this.#furtherPods = this.#heldByKey;
    const bound = this.#heldByKey.size === 0 ? this.#reached : this.#boundWith(this.#kept);
    return this.#rise('CapacityBuffer', bound, []);
  }

  keep(cause: CostCause, nodes: readonly CausedNode[]): CostCauseShare {
    if (nodes.length === 0) return this.#rise(cause, this.#reached, []);
    const kept = new Set([...this.#kept, ...nodes.map(({ name }) => name)]);
    const subjects = [...Map.groupBy(nodes, ({ subject }) => subject)]
      .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || compareText(a, b))
      .slice(0, maxSubjects)
      .map(([name, own]) => ({
        name,
        microUsdPerHour:
          this.#boundWith(new Set([...this.#kept, ...own.map((node) => node.name)])) -
          this.#reached,
        nodes: own.length,
      }));
    this.#kept = kept;
    return { ...this.#rise(cause, this.#boundWith(kept), subjects), nodes: nodes.length };
  }

  /** A part that a simulation shows; its nodes do not have to stay. */
  add(share: CostCauseShare): CostCauseShare {
    const left = Math.min(share.microUsdPerHour, this.#cost - this.#reached);
    this.#reached += left;
    const subjects = share.subjects.slice(0, maxSubjects).map((subject) => ({
      ...subject,
      microUsdPerHour: Math.min(subject.microUsdPerHour, left),
    }));
    return { ...share, microUsdPerHour: left, subjects };
  }

  /** The nodes that no cause keeps. */
  rest(nodes: number): CostCauseShare {
    return { ...this.#rise('NotHeldBack', this.#cost, []), nodes };
  }

  #rise(
    cause: CostCause,
    to: MicroUsdPerHour,
    subjects: readonly CostCauseSubject[],
  ): CostCauseShare {
    const share = { cause, microUsdPerHour: to - this.#reached, nodes: 0, subjects };
    this.#reached = to;
    return share;
  }

  /** More nodes that stay never allow a lower cost, and the nodes of today are one arrangement. */
  #boundWith(kept: ReadonlySet<string>): MicroUsdPerHour {
    const bound = this.#bound.lowerBound({ kept, furtherPods: this.#furtherPods });
    return Math.min(this.#cost, Math.max(this.#reached, bound));
  }
}
