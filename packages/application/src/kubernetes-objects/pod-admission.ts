import { type JsonObject, toInteger, toRecord, toRecords, toText, toTexts } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { LimitRangeItem, ObservedLimitRange } from './limit-range.js';
import { effectiveRequests } from './pod-requests.js';
import { readAmounts } from './resource-list.js';
import type { ObservedResourceQuota, QuotaScope } from './resource-quota.js';

/** The fields of a pod's spec that ResourceQuotas and LimitRanges look at, as in its manifest. */
export type AdmissionSpec = JsonObject;

/** The invalid quantities of a template were recorded when it was read. */
const ignore = (): void => undefined;

/** Returns the fields of a pod's spec that {@link AdmissionSpec} has. */
export function toAdmissionSpec(spec: JsonObject): AdmissionSpec {
  const { resources, activeDeadlineSeconds, priorityClassName, affinity } = spec;
  return {
    containers: toRecords(spec['containers']).map((one) => ({ resources: one['resources'] })),
    initContainers: toRecords(spec['initContainers']).map((one) => ({
      resources: one['resources'],
      restartPolicy: one['restartPolicy'],
    })),
    resources,
    activeDeadlineSeconds,
    priorityClassName,
    affinity,
  };
}

/**
 * Returns the spec as the API server completes it: a request defaults to the limit of its container,
 * then the defaults of the LimitRanges are set.
 * Source: Kubernetes plugin/pkg/admission/limitranger mergePodResourceRequirements @v1.36.4.
 */
export function withLimitRangeDefaults(
  spec: AdmissionSpec,
  ranges: readonly ObservedLimitRange[],
): AdmissionSpec {
  const items = ranges.flatMap((range) => range.items);
  const complete = (container: JsonObject): JsonObject => {
    const { limits, requests } = toRecord(container['resources']);
    const own = {
      requests: { ...toRecord(limits), ...toRecord(requests) },
      limits: toRecord(limits),
    };
    const resources = items.reduce(
      (known, { defaultRequests, defaultLimits }) => ({
        requests: { ...defaultRequests, ...known.requests },
        limits: { ...defaultLimits, ...known.limits },
      }),
      own,
    );
    return { ...container, resources };
  };
  return {
    ...spec,
    containers: toRecords(spec['containers']).map(complete),
    initContainers: toRecords(spec['initContainers']).map(complete),
  };
}

/**
 * Returns true if a LimitRange, or the rule that no request exceeds its limit, refuses a pod with this
 * completed spec.
 * Source: Kubernetes plugin/pkg/admission/limitranger PodValidateLimitFunc @v1.36.4.
 */
export function isOutsideLimitRanges(
  spec: AdmissionSpec,
  ranges: readonly ObservedLimitRange[],
): boolean {
  const containers = containersOf(spec).map(amountsOf);
  const pod = { requests: requestsOf(spec), limits: limitsOf(spec) };
  return (
    containers.some(requestsMoreThanLimit) ||
    ranges
      .flatMap(({ items }) => items)
      .some((item) =>
        (item.type === 'Pod' ? [pod] : containers).some((amounts) => isOutside(item, amounts)),
      )
  );
}

/** Returns true if the quota counts pods with this completed spec. */
export function isCountedBy(spec: AdmissionSpec, { scopes }: ObservedResourceQuota): boolean {
  return scopes.every((scope) => isInScope(spec, scope));
}

/**
 * Returns true if the quota refuses pods with this completed spec because a container does not say how
 * much of a limited resource it needs.
 * Source: Kubernetes pkg/quota/v1/evaluator/core podEvaluator.Constraints @v1.36.4.
 */
export function lacksAmountFor(spec: AdmissionSpec, { left }: ObservedResourceQuota): boolean {
  const ofPod = amountsOf(spec);
  const containers = containersOf(spec).map(amountsOf);
  return ['cpu', 'memory'].some((resource) => {
    const lacks = (kind: keyof ContainerAmounts): boolean =>
      ofPod[kind][resource] === undefined &&
      containers.some((amounts) => amounts[kind][resource] === undefined);
    return (
      (left[resource] !== undefined && lacks('requests')) ||
      (left[`limits.${resource}`] !== undefined && lacks('limits'))
    );
  });
}

/** Returns the effective requests of a completed spec, without `pods`. */
export function requestsOf(spec: AdmissionSpec): ResourceList {
  const { pods: _, ...requests } = effectiveRequests(spec, {}, ignore);
  return requests;
}

/** Returns the effective limits of a completed spec, by resource. */
export function limitsOf(spec: AdmissionSpec): ResourceList {
  const asRequests = (owner: JsonObject): JsonObject => ({
    ...owner,
    resources: { requests: toRecord(owner['resources'])['limits'] },
  });
  return requestsOf({
    ...asRequests(spec),
    containers: toRecords(spec['containers']).map(asRequests),
    initContainers: toRecords(spec['initContainers']).map(asRequests),
  });
}

interface ContainerAmounts {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

const containersOf = (spec: AdmissionSpec): readonly JsonObject[] => [
  ...toRecords(spec['containers']),
  ...toRecords(spec['initContainers']),
];

function amountsOf(owner: JsonObject): ContainerAmounts {
  const { requests, limits } = toRecord(owner['resources']);
  const read = (amounts: unknown): ResourceList => Object.fromEntries(readAmounts(amounts, ignore));
  return { requests: read(requests), limits: read(limits) };
}

const requestsMoreThanLimit = ({ requests, limits }: ContainerAmounts): boolean =>
  Object.entries(requests).some(([resource, amount]) => amount > (limits[resource] ?? Infinity));

/** An amount with a bound has to be given: a minimum needs a request, a maximum needs a limit. */
function isOutside(
  { min, max, maxRatio }: LimitRangeItem,
  { requests, limits }: ContainerAmounts,
): boolean {
  const request = (resource: string): number => requests[resource] ?? 0;
  const limit = (resource: string): number => limits[resource] ?? Infinity;
  return (
    Object.entries(min).some(
      ([resource, least]) => Math.min(request(resource), limit(resource)) < least,
    ) ||
    Object.entries(max).some(
      ([resource, most]) => Math.max(request(resource), limit(resource)) > most,
    ) ||
    Object.entries(maxRatio).some(
      ([resource, most]) => !(limit(resource) / request(resource) <= most),
    )
  );
}

function isInScope(spec: AdmissionSpec, { name, operator, values }: QuotaScope): boolean {
  switch (name) {
    case 'Terminating':
      return hasDeadline(spec);
    case 'NotTerminating':
      return !hasDeadline(spec);
    case 'BestEffort':
      return isBestEffort(spec);
    case 'NotBestEffort':
      return !isBestEffort(spec);
    case 'CrossNamespacePodAffinity':
      return selectsOtherNamespaces(spec);
    case 'PriorityClass':
      return isAmong(toText(spec['priorityClassName']), operator, values);
    default:
      // An unknown scope must not allow more pods than there will be.
      return true;
  }
}

const hasDeadline = (spec: AdmissionSpec): boolean =>
  (toInteger(spec['activeDeadlineSeconds']) ?? -1) >= 0;

const isBestEffort = (spec: AdmissionSpec): boolean =>
  [spec, ...containersOf(spec)]
    .map(amountsOf)
    .every(({ requests, limits }) =>
      ['cpu', 'memory'].every((resource) => !requests[resource] && !limits[resource]),
    );

function selectsOtherNamespaces({ affinity }: AdmissionSpec): boolean {
  const { podAffinity, podAntiAffinity } = toRecord(affinity);
  return [podAffinity, podAntiAffinity]
    .map(toRecord)
    .some((rules) =>
      [
        ...toRecords(rules['requiredDuringSchedulingIgnoredDuringExecution']),
        ...toRecords(rules['preferredDuringSchedulingIgnoredDuringExecution']).map((one) =>
          toRecord(one['podAffinityTerm']),
        ),
      ].some(
        (term) => toTexts(term['namespaces']).length > 0 || term['namespaceSelector'] !== undefined,
      ),
    );
}

function isAmong(text: string, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return values.includes(text);
    case 'NotIn':
      return !values.includes(text);
    case 'DoesNotExist':
      return text === '';
    default:
      return text !== '';
  }
}
