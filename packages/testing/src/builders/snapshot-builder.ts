import type { Instant } from '@kerf/core';
import type {
  ClusterSnapshot,
  DaemonSet,
  EngineSettings,
  InstanceType,
  LabelSelector,
  Labels,
  Node,
  NodePool,
  Pod,
  PodDisruptionBudget,
} from '@kerf/engine';
import { someInstanceTypes } from './instance-type-builder.js';
import { aNodePool } from './node-pool-builder.js';
import type { PodBuilder } from './pod-builder.js';

type Buildable<T> = T | { build(): T };

/** Returns a cluster with the NodePool `default` and three instance types, without nodes and pods. */
export function aSnapshot(): SnapshotBuilder {
  return new SnapshotBuilder(
    {
      clusterName: 'test',
      now: 0,
      seed: 1,
      pods: [],
      nodes: [],
      nodePools: [aNodePool().build()],
      daemonSets: [],
      podDisruptionBudgets: [],
      namespaces: [{ name: 'default', labels: {} }],
      settings: {
        preferencePolicy: 'Respect',
        minValuesPolicy: 'Strict',
        spotToSpotConsolidation: false,
        terminateFirst: [],
        minSaving: { microUsdPerHour: 0, percent: 0, perPodMoveMicroUsdPerHour: 0 },
        maxReplacements: 1,
        nominationMs: 20_000,
        wellKnownLabels: [],
      },
    },
    { everyPool: someInstanceTypes(), byPool: {} },
  );
}

/** Returns a DaemonSet with this pod. */
export function aDaemonSet(name: string, pod: PodBuilder): DaemonSet {
  return { namespace: 'default', name, podSpec: pod.spec() };
}

export function aPodDisruptionBudget(
  name: string,
  selector: LabelSelector | null,
  changes: Partial<PodDisruptionBudget> = {},
): PodDisruptionBudget {
  return {
    namespace: 'default',
    name,
    selector,
    disruptionsAllowed: 0,
    unhealthyPodEvictionPolicy: 'IfHealthyBudget',
    ...changes,
  };
}

interface Catalog {
  readonly everyPool: readonly InstanceType[];
  readonly byPool: Readonly<Record<string, readonly InstanceType[]>>;
}

/** Builds a snapshot; each method returns a changed copy, and lists replace earlier ones. */
export class SnapshotBuilder {
  readonly #draft: Omit<ClusterSnapshot, 'instanceTypesByNodePool'>;
  readonly #catalog: Catalog;

  constructor(draft: Omit<ClusterSnapshot, 'instanceTypesByNodePool'>, catalog: Catalog) {
    this.#draft = draft;
    this.#catalog = catalog;
  }

  at(now: Instant): SnapshotBuilder {
    return this.with({ now });
  }

  withPods(...pods: readonly (Buildable<Pod> | readonly Pod[])[]): SnapshotBuilder {
    return this.with({ pods: pods.flatMap((pod) => (isList(pod) ? pod : [built(pod)])) });
  }

  withNodes(...nodes: readonly Buildable<Node>[]): SnapshotBuilder {
    return this.with({ nodes: nodes.map(built) });
  }

  withNodePools(...nodePools: readonly Buildable<NodePool>[]): SnapshotBuilder {
    return this.with({ nodePools: nodePools.map(built) });
  }

  /** Sets the instance types of every NodePool. */
  withInstanceTypes(...types: readonly Buildable<InstanceType>[]): SnapshotBuilder {
    return new SnapshotBuilder(this.#draft, { ...this.#catalog, everyPool: types.map(built) });
  }

  /** Sets the instance types of one NodePool. */
  withInstanceTypesOf(
    nodePool: string,
    ...types: readonly Buildable<InstanceType>[]
  ): SnapshotBuilder {
    const byPool = { ...this.#catalog.byPool, [nodePool]: types.map(built) };
    return new SnapshotBuilder(this.#draft, { ...this.#catalog, byPool });
  }

  withDaemonSets(...daemonSets: readonly DaemonSet[]): SnapshotBuilder {
    return this.with({ daemonSets });
  }

  withPodDisruptionBudgets(...budgets: readonly PodDisruptionBudget[]): SnapshotBuilder {
    return this.with({ podDisruptionBudgets: budgets });
  }

  withNamespace(name: string, labels: Labels = {}): SnapshotBuilder {
    return this.with({ namespaces: [...this.#draft.namespaces, { name, labels }] });
  }

  withSettings(settings: Partial<EngineSettings>): SnapshotBuilder {
    return this.with({ settings: { ...this.#draft.settings, ...settings } });
  }

  with(changes: Partial<Omit<ClusterSnapshot, 'instanceTypesByNodePool'>>): SnapshotBuilder {
    return new SnapshotBuilder({ ...this.#draft, ...changes }, this.#catalog);
  }

  build(): ClusterSnapshot {
    const { everyPool, byPool } = this.#catalog;
    return {
      ...this.#draft,
      instanceTypesByNodePool: Object.fromEntries(
        this.#draft.nodePools.map(({ name }) => [name, byPool[name] ?? everyPool]),
      ),
    };
  }
}

function isList(value: Buildable<Pod> | readonly Pod[]): value is readonly Pod[] {
  return Array.isArray(value);
}

function built<T extends object>(value: Buildable<T>): T {
  return isBuilder(value) ? value.build() : value;
}

function isBuilder<T extends object>(value: Buildable<T>): value is { build(): T } {
  return 'build' in value && typeof value.build === 'function';
}
