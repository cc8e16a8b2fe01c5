import type { FakeCluster, PodBuilder } from '@kerf/testing';

/**
 * A ReplicaSet in the simulated cluster whose pods are created and marked over time, as a real
 * controller-manager and scheduler do.
 */
export class PacedReplicaSet {
  readonly #cluster: FakeCluster;
  readonly #name: string;
  readonly #pod: PodBuilder;
  readonly #replicas: number;
  #created = 0;
  #marked = 0;

  constructor(cluster: FakeCluster, name: string, pod: PodBuilder, replicas: number) {
    this.#cluster = cluster;
    this.#name = name;
    this.#pod = pod;
    this.#replicas = replicas;
  }

  /** Creates the next pods. */
  create(count: number): void {
    const to = Math.min(this.#created + count, this.#replicas);
    for (; this.#created < to; this.#created += 1) {
      const pod = this.#pod.named(`${this.#name}-${this.#created}`).build();
      this.#cluster.addUntriedPods([{ ...pod, createdAt: this.#cluster.now() }], this.#name);
    }
    this.#announce();
  }

  /** Marks the next pods as unschedulable unless they are bound. */
  mark(count: number): void {
    const to = Math.min(this.#marked + count, this.#created);
    for (; this.#marked < to; this.#marked += 1) {
      const uid = `${this.#name}-${this.#marked}`;
      if (this.#cluster.pending.has(uid)) this.#cluster.markUnschedulable(uid);
    }
  }

  #announce(): void {
    const others = this.#cluster.expectedPods.filter(({ ownerName }) => ownerName !== this.#name);
    const count = this.#replicas - this.#created;
    const own = {
      ownerKind: 'ReplicaSet',
      ownerName: this.#name,
      wanted: this.#replicas,
      existing: this.#created,
      count,
      spec: this.#pod.spec(),
    } as const;
    this.#cluster.expectedPods = count > 0 && this.#created > 0 ? [...others, own] : others;
  }
}
