import type { Clock, EvaluatedPod, Measurement } from '@kerf/application';
import type { PodProgress } from '@kerf/cluster-kubernetes';
import { getOrCreate, type Instant } from '@kerf/core';
import type { HistogramMetric, Metrics, Reading } from '@kerf/system';
import { longestWaiting } from './longest-waiting.js';

/** A pod that was seen before it was bound, until it is ready for the first time. */
interface FollowedPod {
  readonly progress: PodProgress['pod'];
  readonly seenAt: Instant;
  isBound: boolean;
  /** When a batch considered it first; `null` before that. */
  evaluatedAt: Instant | null;
  /** When a batch had a place for it first; `null` before that. */
  placedAt: Instant | null;
  /** Its effective zone in the last batch; `null` before the first one. */
  zone: string | null;
}

type FollowedPods = Map<string, FollowedPod>;

/** The metrics of pods that become ready. They begin when a worker acquires the cluster. */
export interface PodMetrics {
  /** Returns the function that is called for each step of a pod of the cluster. */
  readonly ofCluster: (cluster: string) => (progress: PodProgress) => void;
  readonly observe: (cluster: string, measurement: Measurement) => void;
  /** Forgets the pods of a cluster that the worker no longer holds. */
  readonly forget: (cluster: string) => void;
}

/**
 * Registers how long pods take to be decided about, bound and started. Metric names are Karpenter's,
 * with a cluster label. Source: karpenter pkg/controllers/metrics/pod @v1.14.1.
 */
export function createPodMetrics(metrics: Metrics, clock: Pick<Clock, 'now'>): PodMetrics {
  const pods = new Map<string, FollowedPods>();
  const durations = registerDurations(metrics);
  registerTimes(metrics, pods, clock);
  registerZones(metrics, pods);
  const of = (cluster: string): FollowedPods => getOrCreate(pods, cluster, () => new Map());
  return {
    ofCluster: (cluster) => (progress) => {
      if (progress.step === 'Seen') of(cluster).set(progress.pod.uid, follow(progress, clock));
      else observeStep(durations, { cluster, followed: of(cluster), progress });
    },
    observe: (cluster, measurement) => {
      if (measurement.kind !== 'PodsEvaluated') return;
      const followed = of(cluster);
      for (const evaluated of measurement.pods) {
        const pod = followed.get(evaluated.uid);
        if (pod === undefined || pod.isBound) continue;
        if (pod.evaluatedAt === null) {
          durations.decision.observe({ cluster }, toSeconds(measurement.at - pod.seenAt));
        }
        recordVerdict(pod, evaluated, measurement.at);
      }
    },
    forget: (cluster) => pods.delete(cluster),
  };
}

const toSeconds = (ms: number): number => Math.max(0, ms) / 1_000;

const follow = ({ pod }: PodProgress, clock: Pick<Clock, 'now'>): FollowedPod => ({
  progress: pod,
  seenAt: clock.now(),
  isBound: false,
  evaluatedAt: null,
  placedAt: null,
  zone: null,
});

function recordVerdict(pod: FollowedPod, { isPlaced, zone }: EvaluatedPod, at: Instant): void {
  pod.evaluatedAt ??= at;
  pod.zone = zone;
  if (isPlaced) pod.placedAt ??= at;
}

type Durations = ReturnType<typeof registerDurations>;

function observeStep(
  durations: Durations,
  step: {
    readonly cluster: string;
    readonly followed: FollowedPods;
    readonly progress: PodProgress;
  },
): void {
  const { cluster, followed, progress } = step;
  const pod = followed.get(progress.pod.uid);
  if (pod === undefined) return;
  if (progress.step === 'Bound') {
    pod.isBound = true;
    observeUntil(cluster, pod, progress.at, [durations.bound, durations.provisioningBound]);
    return;
  }
  followed.delete(progress.pod.uid);
  if (progress.step === 'Ready') {
    observeUntil(cluster, pod, progress.at, [durations.startup, durations.provisioningStartup]);
  }
}

/** @param at the time that the API server reports; `null` if it reports none */
function observeUntil(
  cluster: string,
  { progress, placedAt }: FollowedPod,
  at: Instant | null,
  [sinceCreation, sincePlaced]: readonly [HistogramMetric<'cluster'>, HistogramMetric<'cluster'>],
): void {
  if (at === null) return;
  sinceCreation.observe({ cluster }, toSeconds(at - progress.createdAt));
  if (placedAt !== null) sincePlaced.observe({ cluster }, toSeconds(at - placedAt));
}

/** Seconds; a node takes about a minute to join. */
const durationBuckets = [1, 2, 5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_800] as const;

function registerDurations(metrics: Metrics) {
  const histogram = (name: string, help: string): HistogramMetric<'cluster'> =>
    metrics.histogram({
      name: `karpenter_pods_${name}_duration_seconds`,
      help,
      labels: ['cluster'],
      buckets: durationBuckets,
    });
  return {
    bound: histogram(
      'bound',
      'Duration from the creation of a pod until it is bound to a node in seconds.',
    ),
    startup: histogram(
      'startup',
      'Duration from the creation of a pod until it is ready for the first time in seconds.',
    ),
    decision: histogram(
      'scheduling_decision',
      'Duration from the first sight of a pod until a batch has considered it in seconds.',
    ),
    provisioningBound: histogram(
      'provisioning_bound',
      'Duration from the first plan with a place for a pod until it is bound in seconds.',
    ),
    provisioningStartup: histogram(
      'provisioning_startup',
      'Duration from the first plan with a place for a pod until it is ready in seconds.',
    ),
  };
}

const podLabels = ['cluster', 'namespace', 'name'] as const;

function registerTimes(
  metrics: Metrics,
  pods: ReadonlyMap<string, FollowedPods>,
  clock: Pick<Clock, 'now'>,
): void {
  const gauge = (name: string, help: string, since: (pod: FollowedPod) => Instant | null): void =>
    metrics.gauge({ name: `karpenter_pods_${name}_time_seconds`, help, labels: podLabels }, () =>
      Promise.resolve(
        longestWaiting([...pods].flatMap(([cluster, some]) => read(cluster, some, since))),
      ),
    );
  const read = (
    cluster: string,
    some: FollowedPods,
    since: (pod: FollowedPod) => Instant | null,
  ): readonly Reading<(typeof podLabels)[number]>[] =>
    [...some.values()].flatMap((pod) => {
      const from = since(pod);
      if (from === null) return [];
      const { namespace, name } = pod.progress;
      return [{ labels: { cluster, namespace, name }, value: toSeconds(clock.now() - from) }];
    });
  gauge(
    'unstarted',
    'Duration since the creation of a pod that is not ready yet in seconds.',
    ({ progress }) => progress.createdAt,
  );
  gauge(
    'provisioning_unbound',
    'Duration since the first plan with a place for a pod that is not bound yet in seconds.',
    ({ placedAt, isBound }) => (isBound ? null : placedAt),
  );
  gauge(
    'provisioning_unstarted',
    'Duration since the first plan with a place for a pod that is not ready yet in seconds.',
    ({ placedAt }) => placedAt,
  );
}

function registerZones(metrics: Metrics, pods: ReadonlyMap<string, FollowedPods>): void {
  metrics.gauge(
    {
      name: 'karpenter_scheduler_pending_pods_by_effective_zone_count',
      help: 'Number of pending pods by the zone that they are limited to.',
      labels: ['cluster', 'zone'],
    },
    () =>
      Promise.resolve(
        [...pods].flatMap(([cluster, some]) =>
          Array.from(countByZone(some), ([zone, value]) => ({ labels: { cluster, zone }, value })),
        ),
      ),
  );
}

function countByZone(pods: FollowedPods): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { isBound, zone } of pods.values()) {
    if (!isBound && zone !== null) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  return counts;
}
