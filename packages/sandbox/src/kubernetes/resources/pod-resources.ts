import { getOrCreate, parseQuantity } from '@kerf/core';
import type { Quantities } from './types/common.js';
import type { Container, PodSpec } from './types/pod.js';

/** Amounts by resource: CPU in thousandths, others in whole units. */
export type Amounts = Readonly<Record<string, number>>;

const parsed = new WeakMap<Quantities, Amounts>();

export function amountsOf(quantities: Quantities | undefined): Amounts {
  if (quantities === undefined) return {};
  return getOrCreate(parsed, quantities, () => {
    const entries = Object.entries(quantities).map(([resource, text]): [string, number] => {
      const amount = parseQuantity(text, resource === 'cpu' ? 3 : 0);
      return [resource, amount.ok ? amount.value : 0];
    });
    return Object.fromEntries(entries);
  });
}

export function plus(left: Amounts, right: Amounts): Amounts {
  const sum: Record<string, number> = { ...left };
  for (const [resource, amount] of Object.entries(right)) {
    sum[resource] = (sum[resource] ?? 0) + amount;
  }
  return sum;
}

function max(left: Amounts, right: Amounts): Amounts {
  const most: Record<string, number> = { ...left };
  for (const [resource, amount] of Object.entries(right)) {
    most[resource] = Math.max(most[resource] ?? 0, amount);
  }
  return most;
}

type Side = 'requests' | 'limits';

const requestsBySpec = new WeakMap<PodSpec, Amounts>();

/**
 * Returns the requests of a pod: those of the pod as a whole, for other resources those of its
 * containers, plus overhead.
 * Source: kubernetes component-helpers resource.PodRequests.
 */
export function requestsOf(spec: PodSpec): Amounts {
  return getOrCreate(requestsBySpec, spec, () =>
    plus(effectiveAmounts(spec, 'requests'), amountsOf(spec.overhead)),
  );
}

/**
 * Returns the limits of a pod; overhead counts for the resources that have one.
 * Source: kubernetes component-helpers resource.PodLimits.
 */
export function limitsOf(spec: PodSpec): Amounts {
  const limits = effectiveAmounts(spec, 'limits');
  const overhead = Object.entries(amountsOf(spec.overhead)).filter(
    ([resource]) => (limits[resource] ?? 0) > 0,
  );
  return plus(limits, Object.fromEntries(overhead));
}

/** Returns true for resources that a pod as a whole may have. */
export function isPodLevelResource(resource: string): boolean {
  return resource === 'cpu' || resource === 'memory' || resource.startsWith('hugepages-');
}

function effectiveAmounts(spec: PodSpec, side: Side): Amounts {
  const ofPod = Object.entries(amountsOf(spec.resources?.[side])).filter(([resource]) =>
    isPodLevelResource(resource),
  );
  return { ...containerAmounts(spec, side), ...Object.fromEntries(ofPod) };
}

/**
 * Returns the requests or limits of a pod's containers together: the maximum of its containers with
 * sidecars and its init containers.
 */
export function containerAmounts(
  { containers, initContainers: inits = [] }: PodSpec,
  side: Side,
): Amounts {
  const add = (sum: Amounts, { resources }: Container) => plus(sum, amountsOf(resources?.[side]));
  const running = [...containers, ...inits.filter(isSidecar)].reduce(add, {});
  return max(running, maxWhileStarting(inits, side));
}

export function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

/** Init containers run one after another, together with the sidecars started before. */
function maxWhileStarting(inits: readonly Container[], side: Side): Amounts {
  let sidecars: Amounts = {};
  let most: Amounts = {};
  for (const container of inits) {
    const amounts = amountsOf(container.resources?.[side]);
    if (isSidecar(container)) sidecars = plus(sidecars, amounts);
    most = max(most, isSidecar(container) ? sidecars : plus(sidecars, amounts));
  }
  return most;
}
