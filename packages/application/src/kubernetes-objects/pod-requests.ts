import { type JsonObject, toRecord, toRecords, toText } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { Note } from './object-meta.js';
import {
  type Amounts,
  addAmounts,
  fillAmounts,
  raiseAmounts,
  readAmounts,
  toResourceList,
} from './resource-list.js';

/**
 * Returns the resources that a pod uses on a node, including `pods: 1`: the sum of its containers
 * and sidecars, or the peak of the init phase if that is higher, with pod-level resources and
 * overhead.
 * Source: kubernetes component-helpers/resource PodRequests, karpenter pkg/utils/resources.
 */
export function effectiveRequests(spec: JsonObject, status: JsonObject, note: Note): ResourceList {
  const allocated = allocatedByContainer(status, note);
  const requestsOf = (container: JsonObject): Amounts =>
    containerRequests(container, allocated, note);

  const total: Amounts = new Map();
  for (const container of toRecords(spec['containers'])) addAmounts(total, requestsOf(container));
  raiseToInitPhase(total, toRecords(spec['initContainers']), requestsOf);
  applyPodLevel(total, toRecord(spec['resources']), note);
  addAmounts(total, readAmounts(spec['overhead'], note));
  total.set('pods', 1);
  return toResourceList(total);
}

/** A missing request defaults to the limit. During a resize, the larger value counts. */
function containerRequests(
  container: JsonObject,
  allocated: ReadonlyMap<string, Amounts>,
  note: Note,
): Amounts {
  const resources = toRecord(container['resources']);
  const requests = readAmounts(resources['requests'], note);
  fillAmounts(requests, readAmounts(resources['limits'], note));
  raiseAmounts(requests, allocated.get(toText(container['name'])) ?? new Map());
  return requests;
}

/**
 * Raises the total to the peak of the init phase. Init containers run one after another; one with
 * restart policy `Always` (a sidecar) keeps running beside all later containers.
 */
function raiseToInitPhase(
  total: Amounts,
  initContainers: readonly JsonObject[],
  requestsOf: (container: JsonObject) => Amounts,
): void {
  const sidecars: Amounts = new Map();
  const peak: Amounts = new Map();
  for (const container of initContainers) {
    const step = requestsOf(container);
    if (container['restartPolicy'] === 'Always') {
      addAmounts(total, step);
      addAmounts(sidecars, step);
    } else {
      addAmounts(step, sidecars);
      raiseAmounts(peak, step);
    }
  }
  raiseAmounts(total, peak);
}

/** The pod's `spec.resources` overrides its containers' for the resources that it may specify. */
function applyPodLevel(total: Amounts, resources: JsonObject, note: Note): void {
  const requests = readAmounts(resources['requests'], note);
  const limits = readAmounts(resources['limits'], note);
  for (const [resource, amount] of requests) if (isPodLevel(resource)) total.set(resource, amount);
  for (const [resource, amount] of limits) {
    // Without a pod-level request, the containers' requests count; without those, the pod-level
    // limit.
    if (isPodLevel(resource) && !requests.has(resource) && !total.has(resource))
      total.set(resource, amount);
  }
}

function isPodLevel(resource: string): boolean {
  return resource === 'cpu' || resource === 'memory' || resource.startsWith('hugepages-');
}

function allocatedByContainer(status: JsonObject, note: Note): ReadonlyMap<string, Amounts> {
  const statuses = [
    ...toRecords(status['containerStatuses']),
    ...toRecords(status['initContainerStatuses']),
  ];
  return new Map(
    statuses
      .filter(({ allocatedResources }) => allocatedResources !== undefined)
      .map((entry) => [toText(entry['name']), readAmounts(entry['allocatedResources'], note)]),
  );
}
