import { annotationKeys } from '@kerf/core';
import type {
  BoundPod,
  ClusterSnapshot,
  InstanceType,
  Labels,
  Pod,
  PodSpec,
  ResourceList,
} from '@kerf/engine';
import { readDisruptionBudgets } from './disruption-budget.js';
import { readInstanceType } from './instance-type.js';
import type { Json } from './json.js';
import { readNode } from './node.js';
import { readNodePool } from './node-pool.js';
import { readFixtureDaemonSet, readPodSpec } from './pod-spec.js';
import { addResources } from './resources.js';
import { StorageReader } from './storage.js';

/** The time of every fixture; nothing in a fixture depends on the real time. */
const now = Date.UTC(2026, 0, 1);
const bornAt = now - 3_600_000;

/**
 * Returns the snapshot of a fixture: Kubernetes manifests, a catalog of instance types, and pods as
 * runs of `[template, count]`.
 * @param catalog the document that `instanceTypesFile` names, if the fixture has one
 * @throws INPUT.INVALID with the path of the invalid value
 */
export function readFixture(fixture: Json, catalog: Json | null = null): ClusterSnapshot {
  const instanceTypes = [fixture, ...(catalog === null ? [] : [catalog])]
    .flatMap((document) => document.field('instanceTypes').items())
    .map(readInstanceType);
  const objects = fixture.field('objects').items();
  const storage = new StorageReader(objects);
  const pods = new PodMaker(fixture, storage);
  const typesOf = typesByPool(fixture, instanceTypes);
  const poolManifests = fixture.field('nodePools');
  if (poolManifests.isAbsent) poolManifests.refuse('must be a list');
  const pools = poolManifests.items().map((manifest) => readNodePool(manifest, now));
  const nodes = fixture
    .field('nodes')
    .items()
    .map((json) =>
      readNode(
        {
          nodePools: pools,
          typesOf,
          podsOf: (runs) => pods.bound(runs),
          bornAt,
          volumeLimitsOf: (name) => storage.limitsOf(name),
        },
        json,
      ),
    );
  const usageOf = (pool: string): ResourceList =>
    addResources(
      ...nodes
        .filter((node) => node.nodeClaim?.nodePool === pool)
        .map((node) => ({ ...node.capacity, nodes: 1 })),
    );
  const options = fixture.field('options');
  return {
    clusterName: fixture.field('name').string('fixture'),
    now,
    seed: 1,
    pods: pods.pending(fixture.field('pods')),
    nodes,
    nodePools: pools.map((pool) => ({ ...pool, usage: usageOf(pool.name) })),
    instanceTypesByNodePool: Object.fromEntries(pools.map(({ name }) => [name, typesOf(name)])),
    daemonSets: fixture
      .field('daemonSets')
      .items()
      .map((json) => readFixtureDaemonSet(json, storage.resolve)),
    podDisruptionBudgets: readDisruptionBudgets(objects),
    namespaces: readNamespaces(objects),
    settings: {
      preferencePolicy: options.field('preferencePolicy').oneOf(['Respect', 'Ignore'], 'Respect'),
      spotToSpotConsolidation: options.field('spotToSpotConsolidation').boolean(false),
      terminateFirst: [],
      minSaving: { microUsdPerHour: 0, percent: 0, perPodMoveMicroUsdPerHour: 0 },
      maxReplacements: options.field('maxReplacements').integer(1),
      minValuesPolicy: options.field('minValuesPolicy').oneOf(['Strict', 'BestEffort'], 'Strict'),
      nominationMs: 20_000,
      wellKnownLabels: wellKnownLabels(fixture, instanceTypes),
    },
  };
}

/** Maximum number of pods of a run: many times what a cluster supports, within the memory. */
const maxPods = 1_000_000;

interface PodTemplate {
  readonly name: string;
  readonly spec: PodSpec;
  readonly doNotDisrupt: string | null;
  readonly deletionCost: number;
}

/** Creates pods of templates, numbered in the order of their creation: the number decides ties. */
class PodMaker {
  readonly #templates: readonly PodTemplate[];
  #made = 0;

  constructor(fixture: Json, storage: StorageReader) {
    this.#templates = fixture
      .field('podTemplates')
      .items()
      .map((manifest, index) => ({
        name: manifest.field('metadata').field('name').string(`t${index}`),
        spec: readPodSpec(manifest, storage.resolve),
        ...readAnnotations(manifest.field('metadata').field('annotations')),
      }));
  }

  pending(runs: Json): readonly Pod[] {
    return runs.items().flatMap((run) => this.#make(run).map(({ pod }) => pod));
  }

  bound(runs: Json): readonly BoundPod[] {
    const made = runs.items().flatMap((run) => this.#make(run));
    return made.map(({ pod, template: { doNotDisrupt, deletionCost } }) => ({
      ...pod,
      ownerKind: 'ReplicaSet',
      ownerName: 'fixture',
      isTerminal: false,
      isTerminating: false,
      isReady: true,
      startedAt: bornAt,
      doNotDisrupt,
      deletionCost,
      terminatesAt: null,
      gracePeriodMs: 30_000,
    }));
  }

  #make(run: Json): readonly { readonly pod: Pod; readonly template: PodTemplate }[] {
    const [template, count] = run.items();
    if (template === undefined || count === undefined)
      return run.refuse('must be [template, count]');
    const found = this.#templates[template.integer()];
    if (found === undefined) return template.refuse('names no pod template');
    const length = count.integer();
    if (length < 0 || length > maxPods) count.refuse(`must be from 0 to ${maxPods}`);
    return Array.from({ length }, () => {
      const name = `${found.name}-${String(this.#made).padStart(6, '0')}`;
      const uid = `00000000-0000-0000-0000-${String(this.#made).padStart(12, '0')}`;
      this.#made += 1;
      return { pod: { uid, name, spec: found.spec, createdAt: bornAt }, template: found };
    });
  }
}

function readAnnotations(annotations: Json): Pick<PodTemplate, 'doNotDisrupt' | 'deletionCost'> {
  const deletionCost = annotations.field(annotationKeys.podDeletionCost);
  const cost = Number(deletionCost.string('0'));
  if (!Number.isSafeInteger(cost)) deletionCost.refuse('must be an integer');
  return {
    doNotDisrupt: annotations.field(annotationKeys.doNotDisrupt).stringOrNull(),
    deletionCost: cost,
  };
}

function typesByPool(
  fixture: Json,
  all: readonly InstanceType[],
): (nodePool: string) => readonly InstanceType[] {
  const restricted = new Map(
    fixture
      .field('instanceTypesByNodePool')
      .entries()
      .map(([pool, names]) => {
        const known = new Set(names.strings());
        return [pool, all.filter(({ name }) => known.has(name))] as const;
      }),
  );
  return (nodePool) => restricted.get(nodePool) ?? all;
}

/** Without a list, every label of the types is well known. */
function wellKnownLabels(fixture: Json, types: readonly InstanceType[]): readonly string[] {
  const listed = fixture.field('wellKnownLabels');
  if (!listed.isAbsent) return listed.strings();
  return [...new Set(types.flatMap(({ labels }) => Object.keys(labels)))].sort();
}

function readNamespaces(
  objects: readonly Json[],
): readonly { readonly name: string; readonly labels: Labels }[] {
  const found = objects
    .filter((object) => object.field('kind').string() === 'Namespace')
    .map((object) => object.field('metadata'))
    .map((metadata) => ({
      name: metadata.field('name').string(),
      labels: metadata.field('labels').stringMap(),
    }));
  return found.some(({ name }) => name === 'default')
    ? found
    : [...found, { name: 'default', labels: {} }];
}
