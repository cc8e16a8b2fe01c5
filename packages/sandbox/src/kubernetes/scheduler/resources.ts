import { getOrCreate, parseQuantity } from '@kerf/core';
import type { Container, PodSpec, Quantities } from '../resources/types/pod.js';

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

function plus(left: Amounts, right: Amounts): Amounts {
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

const requestsBySpec = new WeakMap<PodSpec, Amounts>();

/**
 * Returns the requests of a pod: the maximum of its containers with sidecars and its init
 * containers, plus overhead.
 * Source: kubernetes component-helpers resource.PodRequests.
 */
export function requestsOf(spec: PodSpec): Amounts {
  return getOrCreate(requestsBySpec, spec, () => {
    const inits = spec.initContainers ?? [];
    const sidecars = inits.filter(isSidecar).reduce(addRequests, {});
    const running = plus(spec.containers.reduce(addRequests, {}), sidecars);
    const starting = maxWhileStarting(inits);
    return plus(max(running, starting), amountsOf(spec.overhead));
  });
}

function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

function addRequests(sum: Amounts, { resources }: Container): Amounts {
  return plus(sum, amountsOf(resources?.requests));
}

/** Init containers run one after another, together with the sidecars started before. */
function maxWhileStarting(inits: readonly Container[]): Amounts {
  let sidecars: Amounts = {};
  let most: Amounts = {};
  for (const container of inits) {
    const requests = amountsOf(container.resources?.requests);
    if (isSidecar(container)) sidecars = plus(sidecars, requests);
    most = max(most, isSidecar(container) ? sidecars : plus(sidecars, requests));
  }
  return most;
}
