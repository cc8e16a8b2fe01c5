import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { podControllerKey } from '../domain/scheduling/pod-controller-key.js';
import { PerCluster } from './per-cluster.js';

/** Pods that a controller will create. */
interface Expected {
  readonly ownerKind: string;
  readonly ownerName: string;
  readonly spec: { readonly namespace: string };
  readonly wanted: number;
  readonly existing: number;
}

/** The most pods that a controller wanted and had, and since when. */
interface ControllerProgress extends Pick<Expected, 'wanted' | 'existing'> {
  readonly since: Instant;
}

/**
 * How long pods are expected while their controller makes no progress, e.g. because of a quota; then
 * no nodes are launched or kept for them until something changes.
 */
const expectedForMs: DurationMs = 30_000;

/**
 * Nodes that pods are on their way to, and the controllers whose pods are expected. They may be forgotten:
 * a node is then a candidate sooner, as after a restart of Karpenter, and pods are expected for another 30 s.
 */
export class Nominations {
  readonly #clusters = new PerCluster(() => ({
    nominatedUntil: new Map<string, Instant>(),
    nominationCount: 0,
    controllers: new Map<string, ControllerProgress>(),
  }));

  nominate(clusterId: ClusterId, nodeNames: readonly string[], until: Instant): void {
    const remembered = this.#clusters.of(clusterId);
    if (nodeNames.length > 0) remembered.nominationCount += 1;
    for (const name of nodeNames) remembered.nominatedUntil.set(name, until);
  }

  /** Returns the nominations that still hold, by node name. */
  of(clusterId: ClusterId, now: Instant): ReadonlyMap<string, Instant> {
    const remembered = this.#clusters.of(clusterId);
    remembered.nominatedUntil = new Map(
      [...remembered.nominatedUntil].filter(([, until]) => until > now),
    );
    return remembered.nominatedUntil;
  }

  /** Returns a number that grows with each nomination. */
  count(clusterId: ClusterId): number {
    return this.#clusters.of(clusterId).nominationCount;
  }

  /**
   * Returns the pods that are still expected: their controller made progress in the last 30 s, i.e. it
   * had or wanted more pods than ever since pods of it are missing. A Job that only replaces pods that
   * have ended makes none.
   */
  retainExpected<Pods extends Expected>(
    clusterId: ClusterId,
    expected: readonly Pods[],
    now: Instant,
  ): readonly Pods[] {
    const remembered = this.#clusters.of(clusterId);
    const controllers = new Map<string, ControllerProgress>();
    const retained = expected.filter(({ ownerKind, ownerName, spec, wanted, existing }) => {
      const key = podControllerKey(ownerKind, spec.namespace, ownerName);
      const known = remembered.controllers.get(key);
      const isStuck = known !== undefined && wanted <= known.wanted && existing <= known.existing;
      const { since } = isStuck ? known : { since: now };
      controllers.set(key, isStuck ? known : { wanted, existing, since });
      return now < since + expectedForMs;
    });
    remembered.controllers = controllers;
    return retained;
  }

  /** Returns when the first pods are no longer expected; `Infinity` if none are. */
  expectedUntil(clusterId: ClusterId, now: Instant): Instant {
    const { controllers } = this.#clusters.of(clusterId);
    const ends = [...controllers.values()].map(({ since }) => since + expectedForMs);
    return Math.min(...ends.filter((end) => end > now));
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.forget(clusterId);
  }
}
