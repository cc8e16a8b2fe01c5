import type { ResourceList } from '@kerf/engine';
import type { Json } from './json.js';
import { addResources, maxResources, readResources } from './resources.js';

/**
 * Returns the effective requests of a pod: its containers and sidecars together, or what its init
 * containers need if that is more; resources of the whole pod instead, if it has them; then the
 * overhead of its runtime class, and one pod. Source: Kubernetes component-helpers/resource
 * PodRequests.
 */
export function effectiveRequests(spec: Json): ResourceList {
  const ownContainers = spec.field('containers').items().map(requestsOf);
  let running = addResources(...ownContainers);
  let sidecars: ResourceList = {};
  let starting: ResourceList = {};
  for (const container of spec.field('initContainers').items()) {
    const own = requestsOf(container);
    if (container.field('restartPolicy').stringOrNull() === 'Always') {
      running = addResources(running, own);
      sidecars = addResources(sidecars, own);
      starting = maxResources(starting, sidecars);
    } else {
      starting = maxResources(starting, addResources(own, sidecars));
    }
  }
  const podLevel = spec.field('resources');
  const needed = {
    ...readResources(podLevel.field('limits')),
    ...maxResources(running, starting),
    ...readResources(podLevel.field('requests')),
  };
  return addResources(needed, readResources(spec.field('overhead')), { pods: 1 });
}

/** The limit of a resource is its request if it has none, as the API server sets it. */
function requestsOf(container: Json): ResourceList {
  const resources = container.field('resources');
  return {
    ...readResources(resources.field('limits')),
    ...readResources(resources.field('requests')),
  };
}
