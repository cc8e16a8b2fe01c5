// Method: depth-first search in the order of claims, requests, alternatives and devices; the first
// solution counts. Source: kubernetes dynamic-resource-allocation/structured.

import { keyOf } from '../resources/kube-object.js';
import type {
  DeviceConstraint,
  DeviceDemand,
  DeviceRequest,
  DeviceResult,
  DeviceSelector,
  ResourceClaim,
} from '../resources/types/device.js';
import { findUntolerated } from '../scheduler/tolerates.js';
import { selects } from '../schema/cel/device-selector.js';
import type { NodeDevice } from './node-devices.js';

/** A selector that cannot be evaluated, which ends the scheduling of its pod. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}

/** Devices of one node, and what selects them. */
export interface DeviceSupply {
  readonly devices: readonly NodeDevice[];
  /** Selectors of a DeviceClass. */
  selectorsOf(className: string): readonly DeviceSelector[];
}

/** Devices that a search looks at before it gives up. */
const maxSteps = 20_000;

/**
 * Returns the devices of each claim, in the order of the claims; `null` if the node has too few.
 * @throws SelectorError
 */
export function allocateDevices(
  claims: readonly ResourceClaim[],
  supply: DeviceSupply,
): readonly (readonly DeviceResult[])[] | null {
  return new Search(claims, supply).run();
}

/** A request with its claim. */
interface Item {
  readonly claim: ResourceClaim;
  readonly request: DeviceRequest;
  readonly constraints: readonly DeviceConstraint[];
}

/** A way to satisfy a request. */
interface Option {
  /** `request`, or `request/subrequest`. */
  readonly name: string;
  readonly demand: DeviceDemand;
}

/** A way to satisfy the request at a position. */
interface Choice {
  readonly position: number;
  readonly item: Item;
  readonly option: Option;
}

interface Chosen {
  readonly item: Item;
  readonly option: Option;
  readonly device: NodeDevice;
}

class Search {
  readonly #claims: readonly ResourceClaim[];
  readonly #supply: DeviceSupply;
  readonly #items: readonly Item[];
  readonly #chosen: Chosen[] = [];
  #steps = 0;

  constructor(claims: readonly ResourceClaim[], supply: DeviceSupply) {
    this.#claims = claims;
    this.#supply = supply;
    this.#items = claims.flatMap((claim) => {
      const { requests = [], constraints = [] } = claim.spec.devices ?? {};
      return requests.map((request) => ({ claim, request, constraints }));
    });
  }

  run(): readonly (readonly DeviceResult[])[] | null {
    if (!this.#solve(0)) return null;
    return this.#claims.map((claim) =>
      this.#chosen.filter(({ item }) => item.claim === claim).map(resultOf),
    );
  }

  #solve(position: number): boolean {
    const item = this.#items[position];
    if (item === undefined) return true;
    return optionsOf(item.request).some((option) => this.#try({ position, item, option }));
  }

  #try(choice: Choice): boolean {
    const { item, option } = choice;
    const { allocationMode, count = 1 } = option.demand;
    const { devices } = this.#supply;
    if (allocationMode !== 'All') return this.#choose(choice, count, devices);
    const all = devices.filter((device) => this.#isSelected(item, option.demand, device));
    const areFree = all.length > 0 && all.every(({ isHeld }) => !isHeld);
    return areFree && this.#choose(choice, all.length, all);
  }

  /** Chooses the remaining devices of a request, and then those of the next requests. */
  #choose(choice: Choice, left: number, devices: readonly NodeDevice[]): boolean {
    const { position, item, option } = choice;
    if (left === 0) return this.#solve(position + 1);
    for (const [index, device] of devices.entries()) {
      this.#steps += 1;
      if (this.#steps > maxSteps) return false;
      if (!this.#isAvailable(choice, device)) continue;
      this.#chosen.push({ item, option, device });
      if (this.#choose(choice, left - 1, devices.slice(index + 1))) return true;
      this.#chosen.pop();
    }
    return false;
  }

  #isAvailable({ item, option }: Choice, device: NodeDevice): boolean {
    return (
      !device.isHeld &&
      !this.#chosen.some((one) => one.device === device) &&
      findUntolerated(device.device.taints, option.demand.tolerations, taintEffects) ===
        undefined &&
      this.#isSelected(item, option.demand, device) &&
      item.constraints.every((constraint) => this.#satisfies(constraint, item, option, device))
    );
  }

  /** @throws SelectorError */
  #isSelected({ claim }: Item, demand: DeviceDemand, { cel }: NodeDevice): boolean {
    const className = demand.deviceClassName ?? '';
    const ofClass = this.#supply
      .selectorsOf(className)
      .map((selector, index) => ({ selector, source: `class ${className}: selector #${index}` }));
    const ofClaim = (demand.selectors ?? []).map((selector, index) => ({
      selector,
      source: `claim ${keyOf(claim)}: selector #${index}`,
    }));
    return [...ofClass, ...ofClaim].every(({ selector, source }) => {
      const outcome = selects(selector.cel?.expression ?? '', cel);
      if (!outcome.ok) throw new SelectorError(`${source}: ${outcome.error}`);
      return outcome.value;
    });
  }

  /** A device without the attribute satisfies no constraint on it. */
  #satisfies(
    constraint: DeviceConstraint,
    item: Item,
    option: Option,
    device: NodeDevice,
  ): boolean {
    if (!concerns(constraint, option)) return true;
    const { matchAttribute, distinctAttribute = '' } = constraint;
    const attribute = matchAttribute ?? distinctAttribute;
    const value = device.attributes.get(attribute);
    if (value === undefined) return false;
    const others = this.#chosen
      .filter((one) => one.item.claim === item.claim && concerns(constraint, one.option))
      .map((one) => one.device.attributes.get(attribute));
    return matchAttribute === undefined
      ? !others.includes(value)
      : others.every((other) => other === value);
  }
}

const taintEffects = ['NoSchedule', 'NoExecute'];

function optionsOf({ name, exactly, firstAvailable = [] }: DeviceRequest): readonly Option[] {
  if (exactly !== undefined) return [{ name, demand: exactly }];
  return firstAvailable.map((demand) => ({ name: `${name}/${demand.name}`, demand }));
}

/** A constraint that names a request concerns all of its subrequests. */
function concerns({ requests = [] }: DeviceConstraint, { name }: Option): boolean {
  const [request = ''] = name.split('/');
  return requests.length === 0 || requests.includes(name) || requests.includes(request);
}

function resultOf({ option, device }: Chosen): DeviceResult {
  const { driver, pool } = device;
  return { request: option.name, driver, pool, device: device.device.name };
}
