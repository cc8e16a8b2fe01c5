import { getOrCreate, type Instant } from '@kerf/core';
import { isBufferPod, type Pod } from '@kerf/engine';
import { podControllerKey } from '../domain/scheduling/pod-controller-key.js';
import type { CachedPendingPod, ExpectedPods } from '../ports/cluster-cache.js';

/** Begins the uid of each pod that its controller had not created when it was planned for. */
export const expectedPodUidPrefix = 'expected-pod/';
/** A mistake in a number of replicas launches no more than this at once. */
const maxExpectedPods = 5_000;

/** Returns `Kind/namespace/name` of the controller of expected or real pods. */
export function controllerOf(
  { ownerKind, ownerName }: Pick<CachedPendingPod, 'ownerKind' | 'ownerName'>,
  { namespace }: Pod['spec'],
): string {
  return podControllerKey(ownerKind, namespace, ownerName);
}

/**
 * Returns pods that controllers have not created yet, 5,000 at most. The scheduler has not tried
 * them.
 */
export function expectedPodsOf(expected: readonly ExpectedPods[], now: Instant): readonly Pod[] {
  const pods: Pod[] = [];
  for (const one of expected) {
    const controller = controllerOf(one, one.spec);
    const count = Math.min(one.count, maxExpectedPods - pods.length);
    for (let index = 0; index < count; index += 1) {
      pods.push({
        uid: `${expectedPodUidPrefix}${controller}/${index}`,
        name: `${one.ownerName}-expected-${index + 1}`,
        spec: one.spec,
        createdAt: now,
        isUntried: true,
      });
    }
  }
  return pods;
}

/** Returns the controller of an expected pod as `Kind/namespace/name`; `null` for any other pod. */
export function controllerOfExpected(uid: string): string | null {
  return uid.startsWith(expectedPodUidPrefix)
    ? uid.slice(expectedPodUidPrefix.length, uid.lastIndexOf('/'))
    : null;
}

/** Returns false for units of CapacityBuffers and for expected pods. */
export function isRealPod(uid: string): boolean {
  return !isBufferPod({ uid }) && controllerOfExpected(uid) === null;
}

/**
 * Returns the pods that take the place of pods for which NodeClaims are being launched, each with
 * the uid that was planned: the pods themselves, and pods that a controller created since then.
 * Equal pods are interchangeable, so any new pod of the controller takes the place of one that was
 * expected.
 * @param planned uids that NodeClaims are being launched for
 * @param controllers the controller of each real pending pod, by its uid
 * @returns the planned pods, and the pods that are not planned
 */
export function splitPlanned(
  waiting: readonly Pod[],
  planned: ReadonlySet<string>,
  controllers: ReadonlyMap<string, string>,
): { readonly planned: readonly Pod[]; readonly unplanned: readonly Pod[] } {
  const isWaiting = new Set(waiting.map(({ uid }) => uid));
  const vacant = new Map<string, string[]>();
  for (const uid of planned) {
    const controller = controllerOfExpected(uid);
    if (controller === null || isWaiting.has(uid)) continue;
    getOrCreate(vacant, controller, () => []).push(uid);
  }
  const kept: Pod[] = [];
  const unplanned: Pod[] = [];
  for (const pod of waiting) {
    if (planned.has(pod.uid)) {
      kept.push(pod);
      continue;
    }
    const uid = vacant.get(controllers.get(pod.uid) ?? '')?.pop();
    if (uid === undefined) unplanned.push(pod);
    else kept.push({ ...pod, uid });
  }
  return { planned: kept, unplanned };
}
