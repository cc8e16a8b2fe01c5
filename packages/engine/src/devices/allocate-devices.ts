// Method: depth-first search in the order of claims, requests, alternatives and devices; the first
// solution counts, as in the kube-scheduler's allocator of structured parameters. What earlier pods
// hold is not allocated anew.

import type {
  DeviceAlternative,
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelections,
} from '../model/device.js';
import type { DevicesMissing } from '../model/scheduling-reason.js';
import { tolerates } from '../requirements/taints.js';
import type { CompiledDevice, DeviceSet, DeviceUse } from './device-set.js';
import { shareOfCapacity } from './share-of-capacity.js';

/** Devices that a search looks at before it gives up; a node has up to a few hundred. */
const maxSteps = 20_000;

/** Returns what claims hold together with these ones, or why one of them cannot be satisfied. */
export function allocateDevices(
  set: DeviceSet,
  use: DeviceUse,
  claims: readonly DeviceClaim[],
  selections: DeviceSelections,
): DeviceUse | DevicesMissing {
  return new Search(set, use, claims, selections).run();
}

/** A request with its claim. */
interface Item {
  readonly claim: DeviceClaim;
  readonly request: DeviceRequest;
  readonly constraints: readonly Binding[];
}

/** A constraint with the values that the devices chosen so far have. */
interface Binding {
  readonly constraint: DeviceConstraint;
  readonly values: string[];
}

class Search {
  readonly #set: DeviceSet;
  readonly #use: DeviceUse;
  readonly #items: readonly Item[];
  readonly #selections: DeviceSelections;
  #steps = 0;
  /** The failure of the request that was reached last. */
  #failure: DevicesMissing | null = null;
  #deepest = -1;
  /** Set if the search ends without a solution, whatever is left to try. */
  #isOver = false;

  constructor(
    set: DeviceSet,
    use: DeviceUse,
    claims: readonly DeviceClaim[],
    selections: DeviceSelections,
  ) {
    this.#set = set;
    this.#use = {
      held: use.held.slice(),
      amounts: use.amounts.slice(),
      counters: use.counters.slice(),
    };
    this.#items = claims.flatMap(itemsOf);
    this.#selections = selections;
  }

  run(): DeviceUse | DevicesMissing {
    return this.#solve(0) ? this.#use : (this.#failure ?? unknownFailure);
  }

  #solve(position: number): boolean {
    const item = this.#items[position];
    if (item === undefined) return true;
    for (const alternative of item.request.alternatives) {
      if (this.#solveAlternative(position, item, alternative)) return true;
      if (this.#isOver) return false;
    }
    return false;
  }

  #solveAlternative(position: number, item: Item, alternative: DeviceAlternative): boolean {
    const selected = this.#selectedBy(item, alternative);
    if (selected === null) return false;
    const { count } = alternative;
    const needed = count ?? selected.length;
    this.#note(position, item, alternative, selected);
    if (needed === 0) return false;
    return this.#choose({ position, item, alternative, selected }, needed, 0);
  }

  /**
   * Returns the devices that the selectors select; `null` if that is undecided, which ends the search:
   * the scheduler of the cluster fails likewise.
   */
  #selectedBy(item: Item, alternative: DeviceAlternative): readonly CompiledDevice[] | null {
    const outcomes = this.#selections[alternative.selectors] ?? {};
    const selected: CompiledDevice[] = [];
    for (const device of this.#set.devices) {
      const outcome = outcomes[device.source.profile];
      if (typeof outcome === 'string') {
        this.#end(missing(item, alternative, { cause: 'UNDECIDED', detail: outcome }));
        return null;
      }
      if (outcome === true) selected.push(device);
    }
    return selected;
  }

  /** Chooses the remaining devices of a request, and then those of the next requests. */
  #choose(choice: Choice, left: number, from: number): boolean {
    const { position, item, alternative, selected } = choice;
    if (left === 0) return this.#solve(position + 1);
    let failed: string | null = null;
    for (let index = from; index < selected.length; index++) {
      const device = selected[index];
      if (device === undefined || this.#isOver) return false;
      const isAll = alternative.count === null;
      // Devices that nothing tells apart fail alike.
      if (!isAll && failed === device.source.profile) continue;
      if (this.#isTooLong(item, alternative)) return false;
      const undo = this.#take(device, item, alternative);
      if (undo !== null) {
        const next = device.shares.length > 0 && !isAll ? index : index + 1;
        if (this.#choose(choice, left - 1, next)) return true;
        undo();
        if (isUniform(device)) failed = device.source.profile;
      }
      if (isAll) return false;
    }
    return false;
  }

  /** Takes a device for a request. @returns a function that puts it back; `null` if it is not free */
  #take(device: CompiledDevice, item: Item, alternative: DeviceAlternative): (() => void) | null {
    if (!isTolerated(device, alternative)) return null;
    const bindings = item.constraints.filter(({ constraint }) =>
      concerns(constraint, item.request, alternative),
    );
    if (!bindings.every((binding) => accepts(binding, device))) return null;
    const release = this.#hold(device, alternative);
    if (release === null) return null;
    for (const { constraint, values } of bindings) {
      values.push(device.source.attributes[constraint.attribute] ?? '');
    }
    return () => {
      for (const { values } of bindings) values.pop();
      release();
    };
  }

  #hold(device: CompiledDevice, alternative: DeviceAlternative): (() => void) | null {
    if (alternative.isAdmin === true) return () => undefined;
    const { held, amounts, counters } = this.#use;
    if ((held[device.index] ?? 0) > 0) return null;
    const shares = sharesOf(device, alternative);
    if (shares === null) return null;
    const isFree =
      shares.every(({ index, amount, of }) => (amounts[index] ?? 0) + amount <= of) &&
      // A partition that other claims hold a part of takes its counters only once.
      (isShared(device, amounts) ||
        device.counters.every(({ index, amount }) => (counters[index] ?? 0) >= amount));
    if (!isFree) return null;
    const taken = isShared(device, amounts) ? [] : device.counters;
    if (device.shares.length === 0) held[device.index] = 1;
    for (const { index, amount } of shares) amounts[index] = (amounts[index] ?? 0) + amount;
    for (const { index, amount } of taken) counters[index] = (counters[index] ?? 0) - amount;
    return () => {
      if (device.shares.length === 0) held[device.index] = 0;
      for (const { index, amount } of shares) amounts[index] = (amounts[index] ?? 0) - amount;
      for (const { index, amount } of taken) counters[index] = (counters[index] ?? 0) + amount;
    };
  }

  #isTooLong(item: Item, alternative: DeviceAlternative): boolean {
    this.#steps += 1;
    if (this.#steps <= maxSteps) return false;
    this.#end(missing(item, alternative, { cause: 'TOO_COMPLEX' }));
    return true;
  }

  #end(failure: DevicesMissing): void {
    this.#failure = failure;
    this.#isOver = true;
  }

  /** Remembers why a request fails, should it be the last one that is reached. */
  #note(
    position: number,
    item: Item,
    alternative: DeviceAlternative,
    selected: readonly CompiledDevice[],
  ): void {
    if (position <= this.#deepest) return;
    this.#deepest = position;
    const { length: found } = selected;
    const needed = Math.max(1, alternative.count ?? found);
    const free = selected.filter((device) => this.#isFree(device, alternative)).length;
    const unsupported = found === 0 ? this.#unsupportedBy(alternative) : null;
    if (unsupported !== null) {
      this.#failure = missing(item, alternative, { cause: 'UNSUPPORTED', detail: unsupported });
      return;
    }
    const attribute = item.constraints.find(({ constraint }) =>
      concerns(constraint, item.request, alternative),
    )?.constraint.attribute;
    const why =
      found < needed || free < needed || attribute === undefined
        ? ({ cause: found < needed ? 'TOO_FEW' : 'IN_USE' } as const)
        : ({ cause: 'CONSTRAINT', detail: attribute } as const);
    this.#failure = missing(item, alternative, { ...why, foundDevices: found });
  }

  /** Returns the name of devices that are selected, or may be, and that are not planned. */
  #unsupportedBy({ selectors }: DeviceAlternative): string | null {
    const outcomes = this.#selections[selectors] ?? {};
    const found = this.#set.unsupported.find(({ profile }) => outcomes[profile] !== undefined);
    return found?.name ?? null;
  }

  #isFree(device: CompiledDevice, alternative: DeviceAlternative): boolean {
    const release = this.#hold(device, alternative);
    release?.();
    return release !== null;
  }
}

interface Choice {
  readonly position: number;
  readonly item: Item;
  readonly alternative: DeviceAlternative;
  readonly selected: readonly CompiledDevice[];
}

function itemsOf(claim: DeviceClaim): readonly Item[] {
  const constraints = claim.constraints.map((constraint) => ({ constraint, values: [] }));
  return claim.requests.map((request) => ({ claim, request, constraints }));
}

function missing(
  { claim, request }: Item,
  { count }: DeviceAlternative,
  why: Pick<DevicesMissing, 'cause'> & Partial<Pick<DevicesMissing, 'detail' | 'foundDevices'>>,
): DevicesMissing {
  return {
    code: 'DEVICES_MISSING',
    claim: claim.name,
    request: request.name,
    detail: '',
    neededDevices: count,
    foundDevices: 0,
    ...why,
  };
}

/** For a claim without requests, which the API server refuses. */
const unknownFailure: DevicesMissing = {
  code: 'DEVICES_MISSING',
  claim: '',
  request: '',
  cause: 'TOO_FEW',
  detail: '',
  neededDevices: null,
  foundDevices: 0,
};

function concerns(
  { requests }: DeviceConstraint,
  { name }: DeviceRequest,
  alternative: DeviceAlternative,
): boolean {
  return (
    requests.length === 0 ||
    requests.includes(name) ||
    (alternative.name !== null && requests.includes(`${name}/${alternative.name}`))
  );
}

/** A device without the attribute satisfies no constraint on it. */
function accepts({ constraint, values }: Binding, { source }: CompiledDevice): boolean {
  const value = source.attributes[constraint.attribute];
  if (value === undefined) return false;
  return constraint.kind === 'Match'
    ? values.every((one) => one === value)
    : !values.includes(value);
}

function isTolerated({ source: { taints = [] } }: CompiledDevice, alternative: DeviceAlternative) {
  const { tolerations = [] } = alternative;
  return taints.every((taint) => tolerations.some((one) => tolerates(one, taint)));
}

/** True if only its profile tells the device apart from others. */
function isUniform({ shares, counters, source: { taints = [] } }: CompiledDevice): boolean {
  return shares.length + counters.length + taints.length === 0;
}

const isShared = ({ shares }: CompiledDevice, amounts: Float64Array): boolean =>
  shares.some(({ index }) => (amounts[index] ?? 0) > 0);

interface Share {
  readonly index: number;
  readonly amount: number;
  /** The whole amount. */
  readonly of: number;
}

/** Returns what a request takes of a shareable device; `null` if the device is too small for it. */
function sharesOf(
  { source, shares }: CompiledDevice,
  { amounts = {} }: DeviceAlternative,
): readonly Share[] | null {
  const requests = Object.entries(amounts).map(
    ([name, amount]) => [name.includes('/') ? name : `${source.driver}/${name}`, amount] as const,
  );
  for (const [name, requested] of requests) {
    const capacity = source.capacity[name];
    if (capacity === undefined || (capacity.atLeast ?? capacity.amount) < requested) return null;
  }
  const requestOf = new Map(requests);
  const taken: Share[] = [];
  for (const { name, index } of shares) {
    const capacity = source.capacity[name];
    const amount =
      capacity === undefined ? null : shareOfCapacity(capacity, requestOf.get(name) ?? null);
    if (capacity === undefined || amount === null) return null;
    taken.push({ index, amount, of: capacity.atLeast ?? capacity.amount });
  }
  return taken;
}
