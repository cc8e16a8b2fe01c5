import { kinds } from '../resources/kind.js';
import type { ObjectLookup } from '../resources/resource.js';
import type { LimitRange } from '../resources/types/cluster.js';
import type { Quantities } from '../resources/types/common.js';
import type { Container, Pod } from '../resources/types/pod.js';

const annotation = 'kubernetes.io/limit-ranger';

/** Returns the LimitRanges of a namespace. */
export function limitRangesOf(
  lookup: ObjectLookup,
  namespace: string | undefined,
): readonly LimitRange[] {
  return lookup.list(kinds.limitRange).filter(({ metadata }) => metadata.namespace === namespace);
}

/**
 * Returns the pod with the defaults of its namespace for containers, and an annotation about them.
 * Source: kubernetes plugin/pkg/admission/limitranger PodMutateLimitFunc.
 */
export function withLimitDefaults(pod: Pod, lookup: ObjectLookup): Pod {
  return limitRangesOf(lookup, pod.metadata.namespace).reduce(withDefaultsOf, pod);
}

interface Defaults {
  readonly requests: Quantities;
  readonly limits: Quantities;
}

interface Completed {
  readonly container: Container;
  /** The setting in words. */
  readonly texts: readonly string[];
}

function withDefaultsOf(pod: Pod, { spec }: LimitRange): Pod {
  const items = (spec?.limits ?? []).filter(({ type }) => type === 'Container');
  const defaults: Defaults = {
    requests: Object.assign({}, ...items.map(({ defaultRequest = {} }) => defaultRequest)),
    limits: Object.assign({}, ...items.map((item) => item.default ?? {})),
  };
  const { containers, initContainers = [] } = pod.spec;
  const main = containers.map((one) => completed(one, defaults, 'container'));
  const init = initContainers.map((one) => completed(one, defaults, 'init container'));
  const texts = [...main, ...init].flatMap((one) => one.texts);
  if (texts.length === 0) return pod;
  const { metadata } = pod;
  const text = `LimitRanger plugin set: ${texts.join('; ')}`;
  return {
    ...pod,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [annotation]: text } },
    spec: {
      ...pod.spec,
      containers: main.map(({ container }) => container),
      ...(init.length === 0 ? {} : { initContainers: init.map(({ container }) => container) }),
    },
  };
}

function completed(container: Container, defaults: Defaults, what: string): Completed {
  const { requests = {}, limits = {} } = container.resources ?? {};
  const texts = [
    ...described(missing(defaults.requests, requests), `request for ${what} ${container.name}`),
    ...described(missing(defaults.limits, limits), `limit for ${what} ${container.name}`),
  ];
  const resources = {
    ...container.resources,
    requests: { ...defaults.requests, ...requests },
    limits: { ...defaults.limits, ...limits },
  };
  return { container: texts.length === 0 ? container : { ...container, resources }, texts };
}

function missing(defaults: Quantities, given: Quantities): readonly string[] {
  return Object.keys(defaults).filter((resource) => given[resource] === undefined);
}

function described(resources: readonly string[], what: string): readonly string[] {
  return resources.length === 0 ? [] : [`${resources.toSorted().join(', ')} ${what}`];
}
