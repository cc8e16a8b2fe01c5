import type { ObservedPodTemplate, PodClaim } from '@kerf/application';
import type { DaemonSet, PodVolume } from '@kerf/engine';
import type { ObjectTable } from './object-table.js';
import type { PodIndex } from './pod-index.js';
import type { PodRecord } from './pod-record.js';
import type { PodSpecTable } from './pod-spec-table.js';

/**
 * DaemonSets with the pod that each would place on a node: the template's constraints with the
 * requests of the newest living pod, which include admission changes (LimitRanges, injected
 * sidecars).
 * Source: karpenter pkg/controllers/state GetDaemonSetPod.
 */
export class DaemonSetViews {
  readonly #daemonSets: ObjectTable<ObservedPodTemplate>;
  readonly #pods: PodIndex;
  readonly #specs: PodSpecTable;
  readonly #resolve: (claim: PodClaim) => PodVolume;

  #list: readonly DaemonSet[] | null = null;

  constructor(
    daemonSets: ObjectTable<ObservedPodTemplate>,
    pods: PodIndex,
    specs: PodSpecTable,
    resolve: (claim: PodClaim) => PodVolume,
  ) {
    this.#daemonSets = daemonSets;
    this.#pods = pods;
    this.#specs = specs;
    this.#resolve = resolve;
  }

  touch(): void {
    this.#list = null;
  }

  all(): readonly DaemonSet[] {
    this.#list ??= Object.freeze(
      [...this.#daemonSets.entries()].map(([key, reading]) => this.#make(key, reading)),
    );
    return this.#list;
  }

  #make(key: string, { namespace, name, fields, volumeClaims }: ObservedPodTemplate): DaemonSet {
    const requests = newest(this.#pods.byDaemonSet.get(key))?.spec.requests ?? fields.requests;
    const volumes = volumeClaims.map(this.#resolve);
    const podSpec = this.#specs.intern({ ...fields, requests, volumes });
    return Object.freeze({ namespace, name, podSpec });
  }
}

function newest(pods: ReadonlySet<PodRecord>): PodRecord | null {
  let found: PodRecord | null = null;
  for (const pod of pods) {
    if (found === null || pod.createdAt > found.createdAt) found = pod;
  }
  return found;
}
