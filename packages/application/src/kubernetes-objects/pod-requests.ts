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
  const running = readRunning(status, note);
  const requestsOf = (container: JsonObject): Amounts =>
    containerRequests(container, running, note);

  const total: Amounts = new Map();
  for (const container of toRecords(spec['containers'])) addAmounts(total, requestsOf(container));
  raiseToInitPhase(total, toRecords(spec['initContainers']), requestsOf);
  applyPodLevel(total, toRecord(spec['resources']), running, note);
  addAmounts(total, readAmounts(spec['overhead'], note));
  total.set('pods', 1);
  return toResourceList(total);
}

/** Resources that a pod holds on its node, which differ from its spec during a resize. */
interface Running {
  readonly byContainer: ReadonlyMap<string, Amounts>;
  /** Amounts of its pod-level resources. */
  readonly ofPod: Amounts;
  /** Whether its node is too small for the requests in its spec, so that they are not granted. */
  readonly isInfeasible: boolean;
}

/** A missing request defaults to the limit. */
function containerRequests(container: JsonObject, running: Running, note: Note): Amounts {
  const resources = toRecord(container['resources']);
  const requests = readAmounts(resources['requests'], note);
  fillAmounts(requests, readAmounts(resources['limits'], note));
  applyHeld(requests, running.byContainer.get(toText(container['name'])) ?? new Map(), running);
  return requests;
}

/** During a resize, the larger amount counts; the held amount counts if the resize is infeasible. */
function applyHeld(requests: Amounts, held: Amounts, { isInfeasible }: Running): void {
  if (!isInfeasible) raiseAmounts(requests, held);
  else for (const [resource, amount] of held) requests.set(resource, amount);
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
function applyPodLevel(total: Amounts, resources: JsonObject, running: Running, note: Note): void {
  const requests = readAmounts(resources['requests'], note);
  const held = [...running.ofPod].filter(([resource]) => requests.has(resource));
  applyHeld(requests, new Map(held), running);
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

function readRunning(status: JsonObject, note: Note): Running {
  const statuses = [
    ...toRecords(status['containerStatuses']),
    ...toRecords(status['initContainerStatuses']),
  ];
  return {
    byContainer: new Map(statuses.map((entry) => [toText(entry['name']), readHeld(entry, note)])),
    ofPod: readHeld(status, note),
    isInfeasible: toRecords(status['conditions']).some(
      ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
    ),
  };
}

/** Returns the larger of what is allocated and what is in force; servers may report only one of them. */
function readHeld({ allocatedResources, resources }: JsonObject, note: Note): Amounts {
  const held = readAmounts(allocatedResources, note);
  raiseAmounts(held, readAmounts(toRecord(resources)['requests'], note));
  return held;
}
