import type { AllowedTypes } from '../../scheduling/nodes/launch-options.js';
// Builds the packing problem of a snapshot (packing-model.ts). Pods with equal requests and equal
// placements become one item type; bin types that are dominated are removed.
// Arrays: `requests`: a row per item type and a column per resource and slot (row-major, `width`
// columns), in units of the resource. `capacity`: one per column. `largest`: one per column, at
// least 1.

import { getOrCreate } from '@kerf/core';
import { hasBit, isEmptyBits } from '../../requirements/bits.js';
import type { Requirements } from '../../requirements/requirements.js';
import { findUntolerated } from '../../requirements/taints.js';
import type { NodeClaimTemplate } from '../../scheduling/nodes/node-claim-template.js';
import type { PodAttempt, PodGroup } from '../../scheduling/pods/pod-group.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';
import type { PodDemand } from './demand.js';
import { type HostSlots, hostSlotsOf } from './host-slots.js';
import type { BinType, ItemType, PackingModel } from './packing-model.js';

/** Options that change prices and the choice of NodePools. */
export interface PackingModelOptions {
  readonly nodeChargeMicroUsdPerHour: number;
  /** If true, pods go to the NodePools with the highest weight that can take them; if false, to any. */
  readonly keepsPoolOrder: boolean;
}

/** The sets of instance types and offering variants of one NodePool that pods may use. */
type AllowedPlacements = readonly AllowedTypes[];

/**
 * Returns the packing model of pods that need new nodes. Pods that no NodePool can hold are left
 * out. Device claims are no part of it: more is possible in the model than in the cluster. Costs are in
 * micro-USD per hour and include the node charge.
 */
export function compilePackingModel(
  problem: SchedulingProblem,
  items: readonly PodDemand[],
  options: PackingModelOptions,
): PackingModel {
  const placements = new PlacementFinder(problem, options.keepsPoolOrder);
  const placed = items.flatMap((item) => {
    const found = placements.placementsOf(item);
    return found.text === '' ? [] : [{ item, placements: found }];
  });
  const slots = hostSlotsOf(placed.map(({ item }) => item));
  const used = usedResources(problem, items);
  const width = used.length + slots.shared.length;
  const drafts = draftItemTypes(placed, slots, used);
  const requests = new Float64Array(drafts.length * width);
  drafts.forEach(({ amounts }, itemType) => requests.set(amounts, itemType * width));
  const { offerings, groups } = new BinTypeCompiler(problem, options, drafts, {
    used,
    slots: slots.shared.map(({ capacity }) => capacity),
  }).write();
  const largest = Float64Array.from({ length: width }, (_, resource) =>
    offerings.reduce((max, { capacity }) => Math.max(max, capacity[resource] ?? 0), 1),
  );
  const relative = (amounts: Float64Array): Float64Array =>
    amounts.map((amount, index) => amount / (largest[index % width] ?? 1));
  return {
    resources: used.map((resource) => problem.resources.names[resource] ?? ''),
    slots: slots.shared,
    width,
    itemTypes: drafts,
    requests,
    largest,
    relativeRequests: relative(requests),
    offerings: offerings.map((offering) => ({
      ...offering,
      relativeCapacity: relative(offering.capacity),
    })),
    groups,
  };
}

interface FoundPlacements {
  readonly byTemplate: readonly AllowedPlacements[];
  /** Equal for items with equal placements; empty if there are none. */
  readonly text: string;
}

/** Finds the placements of pods, once for each combination of requirements. */
class PlacementFinder {
  readonly #problem: SchedulingProblem;
  readonly #keepsPoolOrder: boolean;
  readonly #byRequirements = new Map<string, AllowedTypes | null>();
  /** By constraints: many pod groups have equal ones. */
  readonly #known = new Map<string, FoundPlacements>();

  constructor(problem: SchedulingProblem, keepsPoolOrder: boolean) {
    this.#problem = problem;
    this.#keepsPoolOrder = keepsPoolOrder;
  }

  placementsOf(item: PodDemand): FoundPlacements {
    const { podGroup, attempts, pin } = item;
    const positions = attempts.map(({ position }) => position).join();
    const text = `${podGroup.constraintSet}/${positions}/${pin.map(({ key, value }) => `${key}=${value}`).join()}`;
    return getOrCreate(this.#known, text, () => this.#find(item));
  }

  #find(item: PodDemand): FoundPlacements {
    const { templates } = this.#problem;
    const texts: string[] = [];
    let weight: number | null = null;
    const byTemplate = templates.map((template): AllowedPlacements => {
      if (this.#keepsPoolOrder && weight !== null && template.pool.weight < weight) return [];
      const placements = new Map<number, AllowedTypes>();
      for (const requirements of this.#requirementsOn(template, item)) {
        const allowed = this.#allowed(template, requirements);
        if (allowed !== null) placements.set(requirements.id, allowed);
      }
      if (placements.size > 0) {
        weight = template.pool.weight;
        texts.push(`${template.index}:${[...placements.keys()].sort((a, b) => a - b).join()}`);
      }
      return [...placements.values()];
    });
    return { byTemplate, text: texts.join(';') };
  }

  /** Yields the requirements of a node of the NodePool, one for each attempt and volume alternative. */
  *#requirementsOn(template: NodeClaimTemplate, item: PodDemand): Generator<Requirements> {
    for (const attempt of item.attempts) {
      if (findUntolerated(template.taints, attempt.tolerations) !== null) continue;
      let requirements: Requirements | null = template.requirements;
      for (const further of [attempt.requirements, ...pinned(this.#problem, item)]) {
        if (requirements !== null) requirements = template.narrow(requirements, further);
      }
      if (requirements === null) continue;
      const { volumeAlternatives } = item.podGroup;
      if (volumeAlternatives.length === 0) yield requirements;
      for (const alternative of volumeAlternatives) {
        const narrowed = template.narrow(requirements, alternative);
        if (narrowed !== null) yield narrowed;
      }
    }
  }

  #allowed(template: NodeClaimTemplate, requirements: Requirements): AllowedTypes | null {
    const text = `${template.index}/${requirements.id}`;
    return getOrCreate(this.#byRequirements, text, () => {
      const allowed = template.allowedBy(requirements);
      return isEmptyBits(allowed.types) ? null : allowed;
    });
  }
}

function pinned({ table }: SchedulingProblem, { pin }: PodDemand): readonly Requirements[] {
  return pin.map(({ key, value }) => table.value(key, value));
}

/**
 * Returns the first attempt that a new node of some NodePool can satisfy, or `null`. Preferences
 * that no node can satisfy are relaxed.
 */
export function firstPossibleAttempt(
  problem: SchedulingProblem,
  podGroup: PodGroup,
): PodAttempt | null {
  const placements = new PlacementFinder(problem, true);
  const isPossible = (attempt: PodAttempt): boolean =>
    placements.placementsOf({ podGroup, attempts: [attempt], pin: [], count: 1 }).text !== '';
  return podGroup.attempts.find(isPossible) ?? null;
}

/** Returns the indexes of the resources that at least one pod requests. */
function usedResources({ resources }: SchedulingProblem, items: readonly PodDemand[]): number[] {
  return resources.names.flatMap((_, index) =>
    items.some(({ podGroup }) => (podGroup.requests[index] ?? 0) > 0) ? [index] : [],
  );
}

interface ItemTypeDraft extends ItemType {
  readonly amounts: Float64Array;
  readonly placements: FoundPlacements;
}

function draftItemTypes(
  placed: readonly { readonly item: PodDemand; readonly placements: FoundPlacements }[],
  { maxPerNode, shared }: HostSlots,
  used: readonly number[],
): readonly ItemTypeDraft[] {
  const membership = placed.map((): number[] => []);
  shared.forEach(({ members }, slot) =>
    members.forEach((member) => membership[member]?.push(slot)),
  );
  const drafts = new Map<
    string,
    Omit<ItemTypeDraft, 'demand'> & { demand: number; items: PodDemand[] }
  >();
  placed.forEach(({ item, placements }, index) => {
    const own = membership[index] ?? [];
    const limit = maxPerNode[index] ?? Infinity;
    const amounts = Float64Array.from([
      ...used.map((resource) => item.podGroup.requests[resource] ?? 0),
      ...shared.map((_, slot) => (own.includes(slot) ? 1 : 0)),
    ]);
    // The limit per node holds for each pod group on its own.
    const limitKey = limit === Infinity ? '' : `${item.podGroup.index}`;
    const text = `${amounts.join()}|${placements.text}|${limitKey}`;
    const known = drafts.get(text);
    if (known === undefined) {
      drafts.set(text, {
        demand: item.count,
        maxPerNode: limit,
        items: [item],
        amounts,
        placements,
      });
    } else {
      known.demand += item.count;
      known.items.push(item);
    }
  });
  return [...drafts.values()];
}

interface Columns {
  /** Indexes of the resources in the resource space. */
  readonly used: readonly number[];
  /** Capacities of the shared slots, equal on every node. */
  readonly slots: readonly number[];
}

type BinTypeDraft = Omit<BinType, 'relativeCapacity'>;

/** Creates the bin types of all NodePools; those that admit the same item types form a group. */
class BinTypeCompiler {
  readonly #problem: SchedulingProblem;
  readonly #options: PackingModelOptions;
  readonly #itemTypes: readonly ItemTypeDraft[];
  readonly #columns: Columns;
  readonly #groups = new Map<string, { readonly index: number; readonly itemTypes: Int32Array }>();

  constructor(
    problem: SchedulingProblem,
    options: PackingModelOptions,
    itemTypes: readonly ItemTypeDraft[],
    columns: Columns,
  ) {
    this.#problem = problem;
    this.#options = options;
    this.#itemTypes = itemTypes;
    this.#columns = columns;
  }

  write(): {
    readonly offerings: readonly BinTypeDraft[];
    readonly groups: readonly Int32Array[];
  } {
    const offerings = this.#problem.templates.flatMap((template) => this.#offeringsOf(template));
    const groups = [...this.#groups.values()].map(({ itemTypes }) => itemTypes);
    return { offerings: withoutDominated(offerings, groups), groups };
  }

  #offeringsOf(template: NodeClaimTemplate): readonly BinTypeDraft[] {
    const entries = [
      ...new Set(
        this.#itemTypes.flatMap(({ placements }) => placements.byTemplate[template.index] ?? []),
      ),
    ];
    const itemTypesOf = entries.map((entry) =>
      this.#itemTypes.flatMap(({ placements }, itemType) =>
        placements.byTemplate[template.index]?.includes(entry) === true ? [itemType] : [],
      ),
    );
    return template.types.flatMap((compiled, type): BinTypeDraft[] => {
      const found = new Map<string, BinTypeDraft>();
      // Offerings are sorted by price, so the first of a group is its cheapest.
      for (const { variant, priceMicroUsdPerHour } of compiled.offerings) {
        const admitting = entries.flatMap(({ types, variants }, entry) =>
          hasBit(types, type) && hasBit(variants, variant.index) ? [entry] : [],
        );
        const text = `${template.index}/${admitting.join()}`;
        if (admitting.length === 0 || found.has(text)) continue;
        found.set(text, {
          template,
          type,
          cost: priceMicroUsdPerHour + this.#options.nodeChargeMicroUsdPerHour,
          capacity: this.#capacityOf(template, type),
          group: this.#groupOf(text, () => admitting.flatMap((entry) => itemTypesOf[entry] ?? [])),
        });
      }
      return [...found.values()];
    });
  }

  #capacityOf(template: NodeClaimTemplate, type: number): Float64Array {
    const { used, slots } = this.#columns;
    return Float64Array.from([
      ...used.map((resource) => template.allocatable.get(type, resource)),
      ...slots,
    ]);
  }

  #groupOf(text: string, itemTypes: () => readonly number[]): number {
    return getOrCreate(this.#groups, text, () => ({
      index: this.#groups.size,
      itemTypes: Int32Array.from([...new Set(itemTypes())].sort((a, b) => a - b)),
    })).index;
  }
}

/**
 * Removes bin types that are dominated: another one costs no more, holds as much, and admits the
 * same item types.
 */
function withoutDominated(
  offerings: readonly BinTypeDraft[],
  groups: readonly Int32Array[],
): readonly BinTypeDraft[] {
  const admitsAll = groups.map((wide) => {
    const members = new Set(wide);
    return groups.map((narrow) => narrow.every((itemType) => members.has(itemType)));
  });
  const undominated: BinTypeDraft[] = [];
  for (const offering of offerings.toSorted(cheapestAndLargestFirst)) {
    const isDominated = undominated.some(
      ({ group, capacity }) =>
        admitsAll[group]?.[offering.group] === true &&
        capacity.every((amount, resource) => amount >= (offering.capacity[resource] ?? 0)),
    );
    if (!isDominated) undominated.push(offering);
  }
  return undominated;
}

function cheapestAndLargestFirst(a: BinTypeDraft, b: BinTypeDraft): number {
  if (a.cost !== b.cost) return a.cost - b.cost;
  for (let resource = 0; resource < a.capacity.length; resource++) {
    const difference = (b.capacity[resource] ?? 0) - (a.capacity[resource] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.template.index - b.template.index || a.type - b.type || a.group - b.group;
}
