import { hasBit, isEmptyBits } from '../requirements/bits.js';
import type { Requirements } from '../requirements/requirements.js';
import { findUntolerated } from '../requirements/taints.js';
import type { AllowedTypes, NodeClaimTemplate } from '../scheduling/node-claim-template.js';
import type { PodAttempt, PodClass } from '../scheduling/pod-class.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { DemandItem } from './demand.js';
import { type HostSlots, hostSlotsOf } from './host-slots.js';
import type { Market, MarketOffering, Shape } from './market.js';

/** What changes the prices and the choice of pools. */
export interface MarketRules {
  readonly nodeChargeMicroUsdPerHour: number;
  /** Pods go to the heaviest pools that can take them; `false` opens all pools to all pods. */
  readonly keepsPoolOrder: boolean;
}

/** Where pods may be on the nodes of one pool: types and kinds of offering that go together. */
type Places = readonly AllowedTypes[];

/** Writes the pods and the catalogue as numbers. Pods that no pool can hold are left out. */
export function compileMarket(
  problem: SchedulingProblem,
  items: readonly DemandItem[],
  rules: MarketRules,
): Market {
  const places = new PlaceFinder(problem, rules.keepsPoolOrder);
  const placed = items.flatMap((item) => {
    const found = places.placesOf(item);
    return found.text === '' ? [] : [{ item, places: found }];
  });
  const slots = hostSlotsOf(placed.map(({ item }) => item));
  const used = usedResources(problem, items);
  const width = used.length + slots.shared.length;
  const drafts = draftShapes(placed, slots, used);
  const requests = new Float64Array(drafts.length * width);
  drafts.forEach(({ amounts }, shape) => requests.set(amounts, shape * width));
  const { offerings, groups } = new OfferingWriter(problem, rules, drafts, {
    used,
    slots: slots.shared.map(({ capacity }) => capacity),
  }).write();
  const largest = Float64Array.from({ length: width }, (_, resource) =>
    offerings.reduce((most, { room }) => Math.max(most, room[resource] ?? 0), 1),
  );
  const relative = (amounts: Float64Array): Float64Array =>
    amounts.map((amount, index) => amount / (largest[index % width] ?? 1));
  return {
    resources: used.map((resource) => problem.resources.names[resource] ?? ''),
    slots: slots.shared,
    width,
    shapes: drafts,
    requests,
    largest,
    relativeRequests: relative(requests),
    offerings: offerings.map((offering) => ({
      ...offering,
      relativeRoom: relative(offering.room),
    })),
    groups,
  };
}

interface FoundPlaces {
  readonly byTemplate: readonly Places[];
  /** Equal for items that may be in the same places; empty when there are none. */
  readonly text: string;
}

/** Finds where pods may be, each combination of requirements once. */
class PlaceFinder {
  readonly #problem: SchedulingProblem;
  readonly #keepsPoolOrder: boolean;
  readonly #byRequirements = new Map<string, AllowedTypes | null>();
  /** By what is asked of nodes: many classes ask the same. */
  readonly #known = new Map<string, FoundPlaces>();

  constructor(problem: SchedulingProblem, keepsPoolOrder: boolean) {
    this.#problem = problem;
    this.#keepsPoolOrder = keepsPoolOrder;
  }

  placesOf(item: DemandItem): FoundPlaces {
    const { podClass, attempts, pin } = item;
    const positions = attempts.map(({ position }) => position).join();
    const text = `${podClass.kind}/${positions}/${pin.map(({ key, value }) => `${key}=${value}`).join()}`;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found = this.#find(item);
    this.#known.set(text, found);
    return found;
  }

  #find(item: DemandItem): FoundPlaces {
    const { templates } = this.#problem;
    const texts: string[] = [];
    let weight: number | null = null;
    const byTemplate = templates.map((template): Places => {
      if (this.#keepsPoolOrder && weight !== null && template.pool.weight < weight) return [];
      const places = new Map<number, AllowedTypes>();
      for (const requirements of this.#requirementsOn(template, item)) {
        const allowed = this.#allowed(template, requirements);
        if (allowed !== null) places.set(requirements.id, allowed);
      }
      if (places.size > 0) {
        weight = template.pool.weight;
        texts.push(`${template.index}:${[...places.keys()].sort((a, b) => a - b).join()}`);
      }
      return [...places.values()];
    });
    return { byTemplate, text: texts.join(';') };
  }

  /** What a node of the pool would have to be, for each way to place such a pod. */
  *#requirementsOn(template: NodeClaimTemplate, item: DemandItem): Generator<Requirements> {
    for (const attempt of item.attempts) {
      if (findUntolerated(template.taints, attempt.tolerations) !== null) continue;
      let requirements: Requirements | null = template.requirements;
      for (const wanted of [attempt.requirements, ...pinned(this.#problem, item)]) {
        if (requirements !== null) requirements = template.narrow(requirements, wanted);
      }
      if (requirements === null) continue;
      const { volumeAlternatives } = item.podClass;
      if (volumeAlternatives.length === 0) yield requirements;
      for (const alternative of volumeAlternatives) {
        const narrowed = template.narrow(requirements, alternative);
        if (narrowed !== null) yield narrowed;
      }
    }
  }

  #allowed(template: NodeClaimTemplate, requirements: Requirements): AllowedTypes | null {
    const text = `${template.index}/${requirements.id}`;
    const known = this.#byRequirements.get(text);
    if (known !== undefined) return known;
    const allowed = template.allowedBy(requirements);
    const found = isEmptyBits(allowed.types) ? null : allowed;
    this.#byRequirements.set(text, found);
    return found;
  }
}

function pinned({ table }: SchedulingProblem, { pin }: DemandItem): readonly Requirements[] {
  return pin.map(({ key, value }) => table.value(key, value));
}

/** The attempt that a fresh node of some pool can take; wishes that none can grant are given up. */
export function firstPossibleAttempt(
  problem: SchedulingProblem,
  podClass: PodClass,
): PodAttempt | null {
  const places = new PlaceFinder(problem, true);
  const isPossible = (attempt: PodAttempt): boolean =>
    places.placesOf({ podClass, attempts: [attempt], pin: [], count: 1 }).text !== '';
  return podClass.attempts.find(isPossible) ?? null;
}

/** Numbers of the resources that any of the pods asks for. */
function usedResources({ resources }: SchedulingProblem, items: readonly DemandItem[]): number[] {
  return resources.names.flatMap((_, index) =>
    items.some(({ podClass }) => (podClass.requests[index] ?? 0) > 0) ? [index] : [],
  );
}

interface ShapeDraft extends Shape {
  readonly amounts: Float64Array;
  readonly places: FoundPlaces;
}

function draftShapes(
  placed: readonly { readonly item: DemandItem; readonly places: FoundPlaces }[],
  { mostPerNode, shared }: HostSlots,
  used: readonly number[],
): readonly ShapeDraft[] {
  const membership = placed.map((): number[] => []);
  shared.forEach(({ members }, slot) =>
    members.forEach((member) => membership[member]?.push(slot)),
  );
  const drafts = new Map<
    string,
    Omit<ShapeDraft, 'demand'> & { demand: number; items: DemandItem[] }
  >();
  placed.forEach(({ item, places }, index) => {
    const own = membership[index] ?? [];
    const most = mostPerNode[index] ?? Infinity;
    const amounts = Float64Array.from([
      ...used.map((resource) => item.podClass.requests[resource] ?? 0),
      ...shared.map((_, slot) => (own.includes(slot) ? 1 : 0)),
    ]);
    // Pods of different classes have their limits per node each for itself.
    const limit = most === Infinity ? '' : `${item.podClass.index}`;
    const text = `${amounts.join()}|${places.text}|${limit}`;
    const known = drafts.get(text);
    if (known === undefined) {
      drafts.set(text, { demand: item.count, mostPerNode: most, items: [item], amounts, places });
    } else {
      known.demand += item.count;
      known.items.push(item);
    }
  });
  return [...drafts.values()];
}

interface Columns {
  /** Resources of nodes, by number. */
  readonly used: readonly number[];
  /** Capacities of shared slots, the same on every node. */
  readonly slots: readonly number[];
}

type OfferingDraft = Omit<MarketOffering, 'relativeRoom'>;

/** Writes the offerings of all pools: what can hold the same shapes is one group. */
class OfferingWriter {
  readonly #problem: SchedulingProblem;
  readonly #rules: MarketRules;
  readonly #shapes: readonly ShapeDraft[];
  readonly #columns: Columns;
  readonly #groups = new Map<string, { readonly index: number; readonly shapes: Int32Array }>();

  constructor(
    problem: SchedulingProblem,
    rules: MarketRules,
    shapes: readonly ShapeDraft[],
    columns: Columns,
  ) {
    this.#problem = problem;
    this.#rules = rules;
    this.#shapes = shapes;
    this.#columns = columns;
  }

  write(): {
    readonly offerings: readonly OfferingDraft[];
    readonly groups: readonly Int32Array[];
  } {
    const offerings = this.#problem.templates.flatMap((template) => this.#offeringsOf(template));
    const groups = [...this.#groups.values()].map(({ shapes }) => shapes);
    return { offerings: withoutDominated(offerings, groups), groups };
  }

  #offeringsOf(template: NodeClaimTemplate): readonly OfferingDraft[] {
    const entries = [
      ...new Set(this.#shapes.flatMap(({ places }) => places.byTemplate[template.index] ?? [])),
    ];
    const shapesOf = entries.map((entry) =>
      this.#shapes.flatMap(({ places }, shape) =>
        places.byTemplate[template.index]?.includes(entry) === true ? [shape] : [],
      ),
    );
    return template.types.flatMap((compiled, type): OfferingDraft[] => {
      const found = new Map<string, OfferingDraft>();
      // Cheapest first, so the first of a group is its price.
      for (const { kind, priceMicroUsdPerHour } of compiled.offerings) {
        const admitting = entries.flatMap(({ types, kinds }, entry) =>
          hasBit(types, type) && hasBit(kinds, kind.index) ? [entry] : [],
        );
        const text = `${template.index}/${admitting.join()}`;
        if (admitting.length === 0 || found.has(text)) continue;
        found.set(text, {
          template,
          type,
          cost: priceMicroUsdPerHour + this.#rules.nodeChargeMicroUsdPerHour,
          room: this.#roomOf(template, type),
          group: this.#groupOf(text, () => admitting.flatMap((entry) => shapesOf[entry] ?? [])),
        });
      }
      return [...found.values()];
    });
  }

  #roomOf(template: NodeClaimTemplate, type: number): Float64Array {
    const { used, slots } = this.#columns;
    return Float64Array.from([
      ...used.map((resource) => template.room.get(type, resource)),
      ...slots,
    ]);
  }

  #groupOf(text: string, shapes: () => readonly number[]): number {
    const known = this.#groups.get(text);
    if (known !== undefined) return known.index;
    const sorted = [...new Set(shapes())].sort((a, b) => a - b);
    const index = this.#groups.size;
    this.#groups.set(text, { index, shapes: Int32Array.from(sorted) });
    return index;
  }
}

/** Leaves out what costs no less than another offering that holds as much, of the same shapes. */
function withoutDominated(
  offerings: readonly OfferingDraft[],
  groups: readonly Int32Array[],
): readonly OfferingDraft[] {
  const covers = groups.map((wide) => {
    const members = new Set(wide);
    return groups.map((narrow) => narrow.every((shape) => members.has(shape)));
  });
  const kept: OfferingDraft[] = [];
  for (const offering of offerings.toSorted(cheapestAndLargestFirst)) {
    const isDominated = kept.some(
      ({ group, room }) =>
        covers[group]?.[offering.group] === true &&
        room.every((amount, resource) => amount >= (offering.room[resource] ?? 0)),
    );
    if (!isDominated) kept.push(offering);
  }
  return kept;
}

function cheapestAndLargestFirst(a: OfferingDraft, b: OfferingDraft): number {
  if (a.cost !== b.cost) return a.cost - b.cost;
  for (let resource = 0; resource < a.room.length; resource++) {
    const difference = (b.room[resource] ?? 0) - (a.room[resource] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.template.index - b.template.index || a.type - b.type || a.group - b.group;
}
