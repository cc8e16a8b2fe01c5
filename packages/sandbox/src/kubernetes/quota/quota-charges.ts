import { lookupIn } from '../api/object-lookup.js';
import { forbidden } from '../api/status.js';
import type { ApiParts, Target } from '../api/target.js';
import { kinds } from '../resources/kind.js';
import type { KubeObject } from '../resources/kube-object.js';
import { type Amounts, amountsOf, plus } from '../resources/pod-resources.js';
import type { ResourceQuota } from '../resources/types/cluster.js';
import type { Quantities } from '../resources/types/common.js';
import type { Container, PodSpec } from '../resources/types/pod.js';
import { masked, quotaAmounts, toQuantities } from './quota-amounts.js';
import { isInScope } from './quota-scopes.js';
import { computeUsage, usageOf } from './quota-usage.js';

/**
 * Checks a new object against the quotas of its namespace.
 * Source: kubernetes apiserver pkg/admission/plugin/resourcequota CheckRequest.
 * @returns the quotas that it uses, with their new use
 * @throws a 403 StatusError
 */
export function quotaCharges(
  parts: ApiParts,
  target: Target,
  object: KubeObject,
): readonly ResourceQuota[] {
  const { namespace } = target;
  if (namespace === undefined) return [];
  const quotas = lookupIn(parts.store)
    .list(kinds.resourceQuota)
    .filter(({ metadata }) => metadata.namespace === namespace);
  if (quotas.length === 0) return [];
  const usage = usageOf(target.resource.collection, object, parts.now());
  const refuse = (why: string): Error => forbidden(target.resource, object.metadata.name, why);
  return quotas
    .filter((quota) => isInScope(quota, object))
    .flatMap((quota) => charged(quota, object, usage, refuse) ?? []);
}

/** Returns the quota with the use of the object; `null` if the object uses nothing of it. */
function charged(
  quota: ResourceQuota,
  object: KubeObject,
  usage: Amounts,
  refuse: (why: string) => Error,
): ResourceQuota | null {
  const { hard = {}, used = {} } = quota.status ?? {};
  const { name } = quota.metadata;
  const missing = kinds.pod.is(object) ? missingResources(object.spec, Object.keys(hard)) : '';
  if (missing !== '') throw refuse(`failed quota: ${name}: must specify ${missing}`);
  const requested = nonZero(masked(usage, Object.keys(hard)));
  const names = Object.keys(requested);
  if (names.length === 0) return null;
  const unknown = names.filter((resource) => used[resource] === undefined);
  if (unknown.length > 0) {
    const resources = unknown.toSorted().join(',');
    throw refuse(`status unknown for quota: ${name}, resources: ${resources}`);
  }
  const next = plus(quotaAmounts(used), requested);
  const most = quotaAmounts(hard);
  const exceeded = names.filter((resource) => (next[resource] ?? 0) > (most[resource] ?? 0));
  if (exceeded.length > 0) {
    const list = (quantities: Quantities): string => listed(quantities, exceeded);
    throw refuse(
      `exceeded quota: ${name}, requested: ${list(toQuantities(requested))}, used: ${list(used)}, limited: ${list(hard)}`,
    );
  }
  return { ...quota, status: { ...quota.status, used: toQuantities(next) } };
}

function nonZero(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0));
}

/** Returns `limits.memory=2Gi,requests.cpu=1`. */
function listed(quantities: Quantities, names: readonly string[]): string {
  return names
    .toSorted()
    .map((name) => `${name}=${quantities[name] ?? '0'}`)
    .join(',');
}

/** Resources that each container must name if a quota limits them. */
const named = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];

/** Returns `cpu for: a,b; limits.memory for: b`; empty if the containers name all of them. */
function missingResources(spec: PodSpec, hard: readonly string[]): string {
  const ofPod = { ...spec.resources?.requests, ...spec.resources?.limits };
  if (Object.keys(ofPod).length > 0) return '';
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  return named
    .filter((resource) => hard.includes(resource))
    .toSorted()
    .flatMap((resource) => {
      const without = containers.filter((container) => !doesName(container, resource));
      const list = without.map(({ name }) => name).toSorted();
      return list.length === 0 ? [] : [`${resource} for: ${list.join(',')}`];
    })
    .join('; ');
}

function doesName({ resources }: Container, resource: string): boolean {
  const usage = computeUsage(amountsOf(resources?.requests), amountsOf(resources?.limits));
  return usage[resource] !== undefined;
}
