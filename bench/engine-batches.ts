// Generated batches: large ones, and ones that are hard for the engine.
import { mulberry32 } from '@kerf/core';
import type { ClusterSnapshot, PodSpec } from '@kerf/engine';
import { aPod, aSnapshot, type KnownAnswer, podsWith } from '@kerf/testing';

const zone = 'topology.kubernetes.io/zone';
const hostname = 'kubernetes.io/hostname';

/** Returns a few pods, drawn at random from a batch. */
export function fewOf(snapshot: ClusterSnapshot, count: number, seed: number): ClusterSnapshot {
  const random = mulberry32(seed);
  const pods = Array.from({ length: count }, (_, index) => ({
    ...itemAt(snapshot.pods, Math.floor(random() * snapshot.pods.length)),
    uid: `pod-${index}`,
    name: `pod-${index}`,
  }));
  return { ...snapshot, pods };
}

/**
 * Returns a batch with the proportions of Karpenter's own benchmark: a fifth each without constraints,
 * with a spread over zones, a spread over hosts, affinity and anti-affinity.
 */
export function diverseBatch(like: ClusterSnapshot, count: number): ClusterSnapshot {
  const random = mulberry32(42);
  const pick = <T>(items: readonly T[]): T => itemAt(items, Math.floor(random() * items.length));
  const letter = () => pick(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  const sized = (labels: Record<string, string>) =>
    aPod()
      .labelled(labels)
      .requesting({
        milliCpu: pick([100, 250, 500, 1_000, 1_500]),
        memoryMib: pick([100, 256, 512, 1_024, 2_048, 4_096]),
      });
  const templates = [
    () => sized({ 'my-label': letter() }),
    () =>
      sized({ 'my-label': letter() }).spreadOver(zone, {
        labelSelector: podsWith({ 'my-label': letter() }),
      }),
    () =>
      sized({ 'my-label': letter() }).spreadOver(hostname, {
        labelSelector: podsWith({ 'my-label': letter() }),
      }),
    () => {
      const own = { 'my-affinity': letter() };
      return sized(own).withAffinityTo(own, zone);
    },
    () => sized({ app: 'nginx' }).withAntiAffinityTo({ app: 'nginx' }, hostname),
  ];
  const specs = new Map<string, ReturnType<ReturnType<typeof sized>['spec']>>();
  const pods = podsOf(count, (index) => {
    const made = itemAt(templates, Math.floor((index * templates.length) / count))().spec();
    const spec = specs.get(made.key) ?? made;
    specs.set(made.key, spec);
    return spec;
  });
  return { ...like, pods };
}

/** Returns 200 pod groups of 250 pods each, with the instance types of the two largest catalogs. */
export function largeBatch(answers: readonly KnownAnswer[]): ClusterSnapshot {
  const find = (name: string): ClusterSnapshot =>
    answers.find((answer) => answer.name === name)!.snapshot;
  const like = find('kwok-mixed200-s1');
  const types = [find('real32arm-constrained200-s1'), like].flatMap(({ instanceTypesByNodePool }) =>
    itemAt(Object.values(instanceTypesByNodePool), 0),
  );
  const specs = [...new Map(like.pods.map(({ spec }) => [spec.key, spec])).values()];
  return {
    ...like,
    namespaces: aSnapshot().build().namespaces,
    instanceTypesByNodePool: { [itemAt(Object.keys(like.instanceTypesByNodePool), 0)]: types },
    pods: podsOf(50_000, (index) => itemAt(specs, index % specs.length)),
  };
}

export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index} of ${items.length}`);
  return item;
}

function podsOf(count: number, specOf: (index: number) => PodSpec): ClusterSnapshot['pods'] {
  return Array.from({ length: count }, (_, index) => {
    const name = `pod-${String(index).padStart(6, '0')}`;
    return { uid: name, name, spec: specOf(index), createdAt: 0 };
  });
}

/** Returns batches of equal size; the others are compared with the first, plain one. */
export function hardBatches(
  answers: readonly KnownAnswer[],
  count: number,
): Readonly<Record<string, ClusterSnapshot>> {
  const like = answers.find((answer) => answer.name === 'kwok-mixed200-s1')!.snapshot;
  const specs = [...new Map(like.pods.map(({ spec }) => [spec.key, spec])).values()];
  const pool = itemAt(like.nodePools, 0);
  const types = like.instanceTypesByNodePool[pool.name] ?? [];
  const batchOf = (change: (spec: PodSpec, round: number) => PodSpec): ClusterSnapshot => ({
    ...like,
    pods: podsOf(count, (index) =>
      change(itemAt(specs, index % specs.length), Math.floor(index / specs.length)),
    ),
  });
  const plain = batchOf((spec) => spec);
  const apart = aPod()
    .labelled({ group: 'one' })
    .withAntiAffinityTo({ group: 'one' }, hostname)
    .spec();
  const pools = Array.from({ length: 50 }, (_, index) => ({
    ...pool,
    name: `pool-${String(index).padStart(2, '0')}`,
    weight: 1 + (index % 10),
  }));
  const cpu = plain.pods.reduce((sum, { spec }) => sum + (spec.requests['cpu'] ?? 0), 0);
  return {
    '200 pod groups': plain,
    'every pod differs': batchOf((spec, round) => ({
      ...spec,
      key: `${spec.key}/${round}`,
      requests: { ...spec.requests, cpu: (spec.requests['cpu'] ?? 0) + round },
    })),
    '50 NodePools': {
      ...plain,
      nodePools: pools,
      instanceTypesByNodePool: Object.fromEntries(pools.map(({ name }) => [name, types])),
    },
    'one shared anti-affinity': batchOf((spec) => ({
      ...spec,
      key: `${spec.key}/apart`,
      labels: apart.labels,
      podAntiAffinity: apart.podAntiAffinity,
    })),
    'limits nearly exhausted': {
      ...plain,
      nodePools: [{ ...pool, limits: { cpu: Math.floor(cpu / 2) } }],
    },
  };
}

/**
 * Returns pods that no NodePool can take, each group for another reason, and 20 NodePools, every other
 * one with a taint. It measures the computation of reasons.
 */
export function unschedulableBatch(
  answers: readonly KnownAnswer[],
  count: number,
): ClusterSnapshot {
  const like = answers.find((answer) => answer.name === 'real32-mixed200-s1')!.snapshot;
  const specs = [...new Map(like.pods.map(({ spec }) => [spec.key, spec])).values()];
  const pool = itemAt(like.nodePools, 0);
  const types = like.instanceTypesByNodePool[pool.name] ?? [];
  const taints = [{ key: 'dedicated', value: 'ci', effect: 'NoSchedule' }] as const;
  const pools = Array.from({ length: 20 }, (_, index) => ({
    ...pool,
    name: `pool-${String(index).padStart(2, '0')}`,
    template: index % 2 === 0 ? pool.template : { ...pool.template, taints },
  }));
  const problems: readonly ((spec: PodSpec) => Partial<PodSpec>)[] = [
    () => ({ nodeSelector: { [zone]: 'zone-unknown' } }),
    () => ({ nodeSelector: { 'kubernetes.io/arch': 'arm64' } }),
    () => ({ nodeSelector: { team: 'payments' } }),
    ({ requests }) => ({ requests: { ...requests, 'nvidia.com/gpu': 1 } }),
    ({ requests }) => ({ requests: { ...requests, cpu: 10_000_000 } }),
    () => ({ podAffinity: aPod().withAffinityTo({ app: 'absent' }, zone).spec().podAffinity }),
  ];
  return {
    ...like,
    nodePools: pools,
    instanceTypesByNodePool: Object.fromEntries(pools.map(({ name }) => [name, types])),
    pods: podsOf(count, (index) => {
      const spec = itemAt(specs, index % specs.length);
      const problem = index % problems.length;
      return { ...spec, key: `${spec.key}/${problem}`, ...itemAt(problems, problem)(spec) };
    }),
  };
}
