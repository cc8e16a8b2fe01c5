import { formatQuantity } from '@kerf/core';
import {
  childPath,
  type FieldError,
  invalid,
  itemPath,
  notSupported,
  required,
} from '../../schema/field-error.js';
import { amountsOf, containerAmounts, isPodLevelResource } from '../pod-resources.js';
import type { PodSpec, Resources } from '../types/pod.js';

/** Validates the requests and limits of a container, or of a pod as a whole. */
export function validateResources(
  { requests = {}, limits = {} }: Resources = {},
  path: string,
): readonly FieldError[] {
  const amounts = amountsOf(requests);
  const most = amountsOf(limits);
  const field = childPath(path, 'requests');
  return Object.entries(requests).flatMap(([resource, request]) => {
    const amount = amounts[resource] ?? 0;
    if (amount < 0) {
      return [invalid(`${field}[${resource}]`, request, 'must be greater than or equal to 0')];
    }
    const limit = limits[resource];
    if (limit === undefined) return mayExceed(resource) ? [] : [withoutLimit(path)];
    const why = whyNot(resource, amount, most[resource] ?? 0);
    return why === null ? [] : [invalid(field, request, `${why} ${resource} limit of ${limit}`)];
  });
}

const withoutLimit = (path: string): FieldError =>
  required(childPath(path, 'limits'), 'Limit must be set for non overcommitable resources');

function whyNot(resource: string, request: number, limit: number): string | null {
  if (request !== limit && !mayExceed(resource)) return 'must be equal to';
  return request > limit ? 'must be less than or equal to' : null;
}

/** Returns true for resources of which a node may promise more than it has: not for devices. */
function mayExceed(resource: string): boolean {
  const [prefix, name] = resource.split('/');
  const isNative = name === undefined || prefix?.endsWith('kubernetes.io') === true;
  return isNative && !resource.startsWith('hugepages-');
}

/**
 * Validates the resources of a pod as a whole against those of its containers.
 * Source: kubernetes pkg/apis/core/validation validatePodResources.
 */
export function validatePodResources(spec: PodSpec, path: string): readonly FieldError[] {
  if (spec.resources === undefined) return [];
  return [
    ...validateNames(spec.resources, path),
    ...validateResources(spec.resources, path),
    ...validateRequestsTogether(spec, path),
    ...validateEachLimit(spec, path),
  ];
}

const supported = ['cpu', 'hugepages-', 'memory'];

function validateNames(resources: Resources, path: string): readonly FieldError[] {
  return (['limits', 'requests'] as const).flatMap((side) =>
    Object.keys(resources[side] ?? {})
      .filter((resource) => !isPodLevelResource(resource))
      .map((resource) =>
        notSupported(`${childPath(path, side)}[${resource}]`, resource, supported),
      ),
  );
}

function validateRequestsTogether(spec: PodSpec, path: string): readonly FieldError[] {
  const requests = spec.resources?.requests ?? {};
  const amounts = amountsOf(requests);
  return Object.entries(containerAmounts(spec, 'requests')).flatMap(([resource, together]) => {
    const request = requests[resource];
    if (request === undefined || together <= (amounts[resource] ?? 0)) return [];
    const least = formatQuantity(resource, together);
    const why = `must be greater than or equal to aggregate container requests of ${least}`;
    return [invalid(`${childPath(path, 'requests')}[${resource}]`, request, why)];
  });
}

function validateEachLimit(spec: PodSpec, path: string): readonly FieldError[] {
  const limits = spec.resources?.limits ?? {};
  const most = amountsOf(limits);
  return spec.containers.flatMap(({ resources }, index) => {
    const amounts = amountsOf(resources?.limits);
    return Object.entries(resources?.limits ?? {})
      .filter(([name]) => limits[name] !== undefined && (amounts[name] ?? 0) > (most[name] ?? 0))
      .map(([name, limit]) => {
        const field = `${itemPath(childPath(path, 'containers'), index)}[${name}].limits`;
        return invalid(field, limit, `must be less than or equal to pod limits of ${limits[name]}`);
      });
  });
}
