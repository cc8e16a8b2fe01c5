import type { EvaluatedPod } from '@kerf/application';
import type { PodProgress } from '@kerf/cluster-kubernetes';
import { createMetrics } from '@kerf/system';
import { ManualClock } from '@kerf/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPodMetrics, type PodMetrics } from './pod-metrics.js';

const second = 1_000;
const createdAt = 1_000_000;
const labels = '{cluster="prod",namespace="shop",name="web-1"}';

let clock: ManualClock;
let metrics: ReturnType<typeof createMetrics>;
let pods: PodMetrics;

beforeEach(() => {
  clock = new ManualClock(createdAt + 2 * second);
  metrics = createMetrics();
  pods = createPodMetrics(metrics, clock);
});

/** @param at seconds after the creation of the pod; `null` if the API server reports no time */
function step(name: PodProgress['step'], at: number | null = null, uid = 'web-1'): void {
  const pod = { uid, namespace: 'shop', name: uid, createdAt };
  pods.ofCluster('prod')({
    pod,
    step: name,
    at: at === null ? null : createdAt + at * second,
  });
}

const evaluate = (at: number, ...evaluated: readonly EvaluatedPod[]): void =>
  pods.observe('prod', {
    kind: 'PodsEvaluated',
    at: createdAt + at * second,
    pods: evaluated,
  });
const web = (changes: Partial<EvaluatedPod> = {}): EvaluatedPod => ({
  uid: 'web-1',
  isPlaced: true,
  zone: 'flexible',
  ...changes,
});

/** Returns the lines of Karpenter's metrics, without buckets. */
async function values(): Promise<readonly string[]> {
  const lines = (await metrics.text()).split('\n');
  return lines.filter((line) => line.startsWith('karpenter_') && !/_bucket{/.test(line));
}

describe('the metrics of pods', () => {
  it('measure a pod from its creation until it is bound and ready', async () => {
    step('Seen');
    step('Bound', 40);
    step('Ready', 55);
    expect(await values()).toEqual([
      'karpenter_pods_bound_duration_seconds_sum{cluster="prod"} 40',
      'karpenter_pods_bound_duration_seconds_count{cluster="prod"} 1',
      'karpenter_pods_startup_duration_seconds_sum{cluster="prod"} 55',
      'karpenter_pods_startup_duration_seconds_count{cluster="prod"} 1',
    ]);
  });

  it('measure the first verdict of a pod, and its start from the first plan with a place', async () => {
    step('Seen');
    evaluate(5, web({ isPlaced: false }));
    evaluate(10, web());
    evaluate(20, web());
    step('Bound', 40);
    step('Ready', 55);
    expect(await values()).toEqual(
      expect.arrayContaining([
        'karpenter_pods_scheduling_decision_duration_seconds_sum{cluster="prod"} 3',
        'karpenter_pods_scheduling_decision_duration_seconds_count{cluster="prod"} 1',
        'karpenter_pods_provisioning_bound_duration_seconds_sum{cluster="prod"} 30',
        'karpenter_pods_provisioning_startup_duration_seconds_sum{cluster="prod"} 45',
        'karpenter_pods_provisioning_startup_duration_seconds_count{cluster="prod"} 1',
      ]),
    );
  });

  it('have a series for the 500 pods of a cluster that wait longest, whatever the size of a burst', async () => {
    for (let age = 0; age < 700; age += 1) {
      const pod = {
        uid: `web-${age}`,
        namespace: 'shop',
        name: `web-${age}`,
        createdAt: createdAt - age * second,
      };
      pods.ofCluster('prod')({ pod, step: 'Seen', at: null });
    }
    const lines = (await values()).filter((line) =>
      line.startsWith('karpenter_pods_unstarted_time'),
    );
    expect(lines).toHaveLength(500);
    const waits = lines.map((line) => Number(line.split(' ').at(-1)));
    expect([Math.max(...waits), Math.min(...waits)]).toEqual([701, 202]);
  });

  it('have how long a pod has waited, until it is bound and until it is ready', async () => {
    const waiting = async () => (await values()).filter((line) => line.includes('_time_'));
    step('Seen');
    clock.advance(8 * second);
    expect(await waiting()).toEqual([`karpenter_pods_unstarted_time_seconds${labels} 10`]);
    evaluate(10, web());
    clock.advance(20 * second);
    expect(await waiting()).toEqual([
      `karpenter_pods_unstarted_time_seconds${labels} 30`,
      `karpenter_pods_provisioning_unbound_time_seconds${labels} 20`,
      `karpenter_pods_provisioning_unstarted_time_seconds${labels} 20`,
    ]);
    step('Bound', 30);
    expect(await waiting()).toEqual([
      `karpenter_pods_unstarted_time_seconds${labels} 30`,
      `karpenter_pods_provisioning_unstarted_time_seconds${labels} 20`,
    ]);
    step('Ready', 31);
    expect(await waiting()).toEqual([]);
  });

  it('count pending pods by zone until they are bound or gone', async () => {
    const zones = async () =>
      (await values()).filter((line) => line.startsWith('karpenter_scheduler_pending_pods'));
    for (const uid of ['web-1', 'web-2', 'web-3']) step('Seen', null, uid);
    evaluate(
      5,
      web({ zone: 'none', isPlaced: false }),
      web({ uid: 'web-2', zone: 'us-east-1a' }),
      web({ uid: 'web-3', zone: 'us-east-1a' }),
      web({ uid: 'unknown' }),
    );
    const name = 'karpenter_scheduler_pending_pods_by_effective_zone_count';
    expect(await zones()).toEqual([
      `${name}{cluster="prod",zone="none"} 1`,
      `${name}{cluster="prod",zone="us-east-1a"} 2`,
    ]);
    step('Gone', null, 'web-1');
    step('Bound', 9, 'web-2');
    expect(await zones()).toEqual([`${name}{cluster="prod",zone="us-east-1a"} 1`]);
    pods.forget('prod');
    expect(await values()).not.toContain(`${name}{cluster="prod",zone="us-east-1a"} 1`);
    expect(await zones()).toEqual([]);
  });

  it('measure nothing when the API server reports no time, or the pod is gone', async () => {
    step('Seen');
    step('Bound');
    step('Gone');
    step('Seen', null, 'web-2');
    step('Gone', null, 'web-2');
    step('Ready', 9, 'web-2');
    expect(await values()).toEqual([]);
  });
});
