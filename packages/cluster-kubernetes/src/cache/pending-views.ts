import type { CachedPendingPod } from '@kerf/application';
import type { PodIndex } from './pod-index.js';
import type { PodRecord } from './pod-record.js';

/** Views of pending pods for use cases. */
export class PendingViews {
  readonly #pods: PodIndex;

  #list: readonly CachedPendingPod[] | null = null;

  constructor(pods: PodIndex) {
    this.#pods = pods;
  }

  touch(): void {
    this.#list = null;
  }

  all(): readonly CachedPendingPod[] {
    this.#list ??= Object.freeze(Array.from(this.#pods.pending.values(), toPendingPod));
    return this.#list;
  }
}

/**
 * Keeps the scheduler's message outside the pod: it changes with each attempt, the pod does not.
 */
function toPendingPod(record: PodRecord): CachedPendingPod {
  const { uid, name, spec, createdAt } = record;
  const { ownerKind, ownerName, isProvisionable, isUntried, schedulerMessage } = record;
  const pod = Object.freeze({ uid, name, spec, createdAt });
  return Object.freeze({
    pod,
    ownerKind,
    ownerName,
    isProvisionable,
    isUntried,
    schedulerMessage,
  });
}
