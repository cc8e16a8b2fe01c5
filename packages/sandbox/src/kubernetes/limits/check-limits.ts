import { lookupIn } from '../api/object-lookup.js';
import { forbidden } from '../api/status.js';
import type { ApiParts, Target } from '../api/target.js';
import { toQuantities } from '../quota/quota-amounts.js';
import { kinds } from '../resources/kind.js';
import type { KubeObject } from '../resources/kube-object.js';
import { amountsOf, limitsOf, requestsOf } from '../resources/pod-resources.js';
import type { LimitRangeItem } from '../resources/types/cluster.js';
import type { Quantities } from '../resources/types/common.js';
import type { PodSpec } from '../resources/types/pod.js';
import { limitRangesOf } from './limit-defaults.js';

/** The requests and limits of a container, a pod or a claim. */
interface Usage {
  readonly requests: Quantities;
  readonly limits: Quantities;
}

/**
 * Checks a new pod or claim against the LimitRanges of its namespace.
 * Source: kubernetes plugin/pkg/admission/limitranger.
 * @throws a 403 StatusError
 */
export function checkLimits(parts: ApiParts, target: Target, object: KubeObject): void {
  const { kind } = object;
  if (kind !== kinds.pod.kind && kind !== kinds.persistentVolumeClaim.kind) return;
  for (const { spec } of limitRangesOf(lookupIn(parts.store), target.namespace)) {
    const problems = (spec?.limits ?? []).flatMap((item) => problemsOf(item, object));
    if (problems.length === 0) continue;
    const why = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`;
    throw forbidden(target.resource, object.metadata.name, why);
  }
}

function problemsOf(item: LimitRangeItem, object: KubeObject): readonly string[] {
  if (kinds.persistentVolumeClaim.is(object) && item.type === 'PersistentVolumeClaim') {
    const usage = { requests: object.spec.resources?.requests ?? {}, limits: {} };
    return [...tooLittle(item, usage), ...tooMuchRequested(item, usage)];
  }
  if (!kinds.pod.is(object)) return [];
  return usagesOf(item, object.spec).flatMap((usage) => [
    ...tooLittle(item, usage),
    ...tooMuch(item, usage),
    ...tooFarApart(item, usage),
  ]);
}

function usagesOf({ type }: LimitRangeItem, spec: PodSpec): readonly Usage[] {
  if (type === 'Container') {
    return [...spec.containers, ...(spec.initContainers ?? [])].map(
      ({ resources: { requests = {}, limits = {} } = {} }) => ({ requests, limits }),
    );
  }
  if (type !== 'Pod') return [];
  const { overhead: _none, ...own } = spec;
  return [{ requests: toQuantities(requestsOf(own)), limits: toQuantities(limitsOf(own)) }];
}

/** Whether the amount of one quantity is above that of another of the same resource. */
function isMore(resource: string, left: string | undefined, right: string): boolean {
  return left !== undefined && amount(resource, left) > amount(resource, right);
}

function amount(resource: string, quantity: string): number {
  return amountsOf({ [resource]: quantity })[resource] ?? 0;
}

function tooLittle({ type, min = {} }: LimitRangeItem, usage: Usage): readonly string[] {
  return Object.entries(min).flatMap(([resource, least]) => {
    const rule = `minimum ${resource} usage per ${type} is ${least}`;
    const request = usage.requests[resource];
    const limit = usage.limits[resource];
    if (request === undefined) return [`${rule}.  No request is specified`];
    if (isMore(resource, least, request)) return [`${rule}, but request is ${request}`];
    const isLess = limit !== undefined && isMore(resource, least, limit);
    return isLess ? [`${rule}, but limit is ${limit}`] : [];
  });
}

function tooMuch({ type, max = {} }: LimitRangeItem, usage: Usage): readonly string[] {
  return Object.entries(max).flatMap(([resource, most]) => {
    const rule = `maximum ${resource} usage per ${type} is ${most}`;
    const request = usage.requests[resource];
    const limit = usage.limits[resource];
    if (limit === undefined) return [`${rule}.  No limit is specified`];
    if (isMore(resource, limit, most)) return [`${rule}, but limit is ${limit}`];
    return isMore(resource, request, most) ? [`${rule}, but request is ${request}`] : [];
  });
}

function tooMuchRequested({ type, max = {} }: LimitRangeItem, usage: Usage): readonly string[] {
  return Object.entries(max).flatMap(([resource, most]) => {
    const rule = `maximum ${resource} usage per ${type} is ${most}`;
    const request = usage.requests[resource];
    if (request === undefined) return [`${rule}.  No request is specified`];
    return isMore(resource, request, most) ? [`${rule}, but request is ${request}`] : [];
  });
}

function tooFarApart(
  { type, maxLimitRequestRatio = {} }: LimitRangeItem,
  { requests, limits }: Usage,
): readonly string[] {
  return Object.entries(maxLimitRequestRatio).flatMap(([resource, most]) => {
    const rule = `${resource} max limit to request ratio per ${type} is ${most}`;
    const request = amount(resource, requests[resource] ?? '0');
    const limit = amount(resource, limits[resource] ?? '0');
    if (request === 0) return [`${rule}, but no request is specified or request is 0`];
    if (limit === 0) return [`${rule}, but no limit is specified or limit is 0`];
    const ratio = limit / request;
    // CPU is in thousandths, so that a ratio may have a fraction.
    return ratio * 1000 > amount('cpu', most)
      ? [`${rule}, but provided ratio is ${ratio.toFixed(6)}`]
      : [];
  });
}
