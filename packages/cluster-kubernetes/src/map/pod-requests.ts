import type { ResourceList } from '@kerf/engine';
import { type Json, toRecord, toRecords, toText } from '../json.js';
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
 * What a pod takes from a node, `pods: 1` included: containers and sidecars together, or the
 * greatest step of the init phase if that is more, with the pod's own level and its overhead.
 * Source: kubernetes component-helpers/resource PodRequests, karpenter pkg/utils/resources.
 */
export function effectiveRequests(spec: Json, status: Json, note: Note): ResourceList {
  const allocated = allocatedByContainer(status, note);
  const requestsOf = (container: Json): Amounts => containerRequests(container, allocated, note);

  const total: Amounts = new Map();
  for (const container of toRecords(spec['containers'])) addAmounts(total, requestsOf(container));
  raiseToInitPhase(total, toRecords(spec['initContainers']), requestsOf);
  applyPodLevel(total, toRecord(spec['resources']), note);
  addAmounts(total, readAmounts(spec['overhead'], note));
  total.set('pods', 1);
  return toResourceList(total);
}

/** A limit stands for a request that is missing; a resize in progress counts at its greater side. */
function containerRequests(
  container: Json,
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
 * Init containers run one after another; one with restart policy `Always` (a sidecar) goes on
 * running beside all that start after it.
 */
function raiseToInitPhase(
  total: Amounts,
  initContainers: readonly Json[],
  requestsOf: (container: Json) => Amounts,
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

/** `spec.resources` of the pod rules over its containers, for the resources it may speak of. */
function applyPodLevel(total: Amounts, resources: Json, note: Note): void {
  const requests = readAmounts(resources['requests'], note);
  const limits = readAmounts(resources['limits'], note);
  for (const [resource, amount] of requests) if (isPodLevel(resource)) total.set(resource, amount);
  for (const [resource, amount] of limits) {
    // Without a request of the pod, its containers' count; without those too, the limit.
    if (isPodLevel(resource) && !requests.has(resource) && !total.has(resource))
      total.set(resource, amount);
  }
}

function isPodLevel(resource: string): boolean {
  return resource === 'cpu' || resource === 'memory' || resource.startsWith('hugepages-');
}

function allocatedByContainer(status: Json, note: Note): ReadonlyMap<string, Amounts> {
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
