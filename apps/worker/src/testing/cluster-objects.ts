import { type DefinitionEvent, type DefinitionKind, importDefinition } from '@kerf/application';
import type { ClusterSimulation } from './cluster-simulation.js';

const apiVersions: Readonly<Record<DefinitionKind, string>> = {
  NodePool: 'karpenter.sh/v1',
  EC2NodeClass: 'karpenter.k8s.aws/v1',
};

/** NodePool and EC2NodeClass objects of a cluster, as `kubectl` writes them and the watch reports them. */
export class ClusterObjects {
  readonly #simulation: ClusterSimulation;
  readonly #objects = new Map<string, DefinitionEvent>();

  constructor(simulation: ClusterSimulation) {
    this.#simulation = simulation;
  }

  /** Creates the object, or changes its `spec`, which increases its generation. */
  async write(
    kind: DefinitionKind,
    name: string,
    { spec, annotations = {} }: { readonly spec: unknown; readonly annotations?: object },
  ): Promise<number> {
    const before = this.#objects.get(`${kind}/${name}`);
    const generation = (before?.generation ?? 0) + 1;
    const event: DefinitionEvent = {
      kind,
      name,
      object: {
        apiVersion: apiVersions[kind],
        kind,
        metadata: { name, annotations, generation },
        spec,
      },
      generation,
      createdAt: before?.createdAt ?? this.#simulation.clock.now(),
      deletionRequestedAt: null,
      managedByKerf: false,
    };
    this.#objects.set(`${kind}/${name}`, event);
    await this.#report(event);
    return generation;
  }

  /** Reports all objects again, as the first list of a restarted worker does. */
  async reportAll(): Promise<void> {
    for (const event of this.#objects.values()) await this.#report(event);
  }

  async delete(kind: DefinitionKind, name: string): Promise<void> {
    const before = this.#objects.get(`${kind}/${name}`);
    this.#objects.delete(`${kind}/${name}`);
    if (before === undefined) return;
    await this.#report({ ...before, object: null, createdAt: null });
  }

  #report(event: DefinitionEvent): Promise<void> {
    const { ports, store, clusterId } = this.#simulation;
    return importDefinition({ ...ports, store }, clusterId, event);
  }
}
