import { getOrCreate } from '@kerf/core';
import type { ClusterSnapshot, DeviceFacts, DeviceSelections, PodSpec } from '@kerf/engine';
import type { DeviceSelector } from '../ports/device-selector.js';

type Inputs = Pick<ClusterSnapshot, 'pods' | 'nodes' | 'instanceTypesByNodePool'>;
type Outcome = boolean | string;

/** A device with what is known of it. */
interface KnownDevice {
  readonly device: DeviceFacts;
  readonly isPublished: boolean;
}

/** Outcomes of expressions. A device is the same object until its driver publishes it anew. */
const outcomes = new WeakMap<DeviceFacts, Map<string, Outcome>>();

/**
 * Returns which devices of nodes and instance types the claims of pods select; `undefined` if no pod
 * has claims.
 */
export function deviceSelections(
  selector: DeviceSelector,
  inputs: Inputs,
): DeviceSelections | undefined {
  const selectors = selectorsOf(inputs);
  if (selectors === null) return undefined;
  const devices = distinctDevices(inputs);
  return Object.fromEntries(
    [...selectors].sort().map((text) => [
      text,
      Object.fromEntries(
        devices.flatMap((known) => {
          const outcome = outcomeOf(selector, expressionsOf(text), known);
          return outcome === false ? [] : [[known.device.profile, outcome] as const];
        }),
      ),
    ]),
  );
}

/** Returns the selectors of all claims, as their texts; `null` if there are no claims. */
function selectorsOf({ pods, nodes }: Inputs): ReadonlySet<string> | null {
  const specs = new Set<PodSpec>();
  for (const { spec } of pods) if (spec.deviceClaims !== undefined) specs.add(spec);
  for (const node of nodes) {
    for (const { spec } of node.pods) if (spec.deviceClaims !== undefined) specs.add(spec);
  }
  if (specs.size === 0) return null;
  const requests = [...specs].flatMap(({ deviceClaims = [] }) =>
    deviceClaims.flatMap((claim) => claim.requests),
  );
  return new Set(
    requests.flatMap(({ alternatives }) =>
      alternatives.map((alternative) => alternative.selectors),
    ),
  );
}

/** Returns one device of each profile, in order of the profiles. */
function distinctDevices({ nodes, instanceTypesByNodePool }: Inputs): readonly KnownDevice[] {
  const found = new Map<string, KnownDevice>();
  for (const { devices } of nodes) {
    for (const device of devices?.devices ?? []) {
      found.set(device.profile, { device, isPublished: devices?.isPublished === true });
    }
  }
  for (const type of Object.values(instanceTypesByNodePool).flat()) {
    for (const device of type.devices ?? []) {
      found.set(device.profile, { device, isPublished: false });
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, known]) => known);
}

/** The expressions hold one after the other, as in the kube-scheduler; the first that does not decides. */
function outcomeOf(
  selector: DeviceSelector,
  expressions: readonly string[],
  { device, isPublished }: KnownDevice,
): Outcome {
  const known = getOrCreate(outcomes, device, () => new Map<string, Outcome>());
  for (const expression of expressions) {
    const outcome = getOrCreate(known, expression, () =>
      selector.select(expression, device, isPublished),
    );
    if (outcome !== true) return outcome;
  }
  return true;
}

function expressionsOf(selectors: string): readonly string[] {
  const parsed: unknown = JSON.parse(selectors);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}
