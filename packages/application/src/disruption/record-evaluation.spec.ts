import { annotationKeys } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { addNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { planDisruption } from './plan-disruption.js';

const small = (name: string) => aPod(name).running();
const consolidated = (consolidationPolicy: 'Balanced' | 'WhenEmptyOrUnderutilized') => ({
  disruption: { consolidationPolicy, consolidateAfter: '0s', budgets: [{ nodes: '100%' }] },
});

/** Sets up two nodes with a pod each, one of which is enough for both. */
async function setUp(
  policy: 'Balanced' | 'WhenEmptyOrUnderutilized',
  mode: 'auto' | 'observe' = 'auto',
): Promise<ClusterSetup> {
  const setup = await setUpCluster({ mode }, consolidated(policy));
  await addNode(setup, 'a', { pods: [small('web')] });
  await addNode(setup, 'b', { pods: [small('api')] });
  await planDisruption(setup.ports, setup.clusterId);
  return setup;
}

const consolidationEvents = ({ events }: ClusterSetup): readonly string[] =>
  events.reasons.filter((reason) => reason.startsWith('Consolidation'));

describe('an evaluation that consolidates', () => {
  it('128: has Events on its candidates, and is measured', async () => {
    const setup = await setUp('WhenEmptyOrUnderutilized');
    expect(consolidationEvents(setup)).toEqual([
      'ConsolidationCandidate NodeClaim',
      'ConsolidationCandidate Node',
    ]);
    expect(setup.meter.of('DisruptionEvaluated')[0]).toMatchObject({
      eligible: [
        { reason: 'Unhealthy', nodes: 0 },
        { reason: 'Empty', nodes: 0 },
        { reason: 'Drifted', nodes: 0 },
        { reason: 'Underutilized', nodes: 2 },
      ],
      moves: [
        {
          nodePool: 'default',
          policy: 'WhenEmptyOrUnderutilized',
          isApproved: true,
          score: null,
        },
      ],
    });
  });

  it('129: has the score of a NodePool with the policy Balanced', async () => {
    const setup = await setUp('Balanced');
    expect(consolidationEvents(setup)).toEqual([
      'ConsolidationCandidate NodeClaim',
      'ConsolidationCandidate Node',
      'ConsolidationApproved NodePool',
    ]);
    const [move] = setup.meter.of('DisruptionEvaluated')[0]?.moves ?? [];
    expect(move).toMatchObject({ policy: 'Balanced', isApproved: true });
    expect(move?.score).toBeGreaterThanOrEqual(0.5);
  });

  it('has no Events in mode observe', async () => {
    const setup = await setUp('WhenEmptyOrUnderutilized', 'observe');
    expect(consolidationEvents(setup)).toEqual([]);
    expect(setup.meter.of('DisruptionEvaluated').length).toBeGreaterThan(0);
  });

  it('is not measured again while the same plan holds', async () => {
    const setup = await setUpCluster();
    const annotations = { [annotationKeys.doNotDisrupt]: 'true' };
    await addNode(setup, 'a', { node: { annotations } });
    await planDisruption(setup.ports, setup.clusterId);
    await planDisruption(setup.ports, setup.clusterId);
    expect(setup.meter.of('DisruptionEvaluated')).toHaveLength(1);
  });
});

describe('the annotation do-not-disrupt of a pod', () => {
  const minute = 60_000;
  it.each([
    ['until its duration has passed', '30m', 10 * minute, 'DoNotDisruptUntil'],
    ['after its duration has passed', '30m', 31 * minute, 'DoNotDisruptGracePeriodElapsed'],
    ['that has no effect', 'soon', minute, 'InvalidDoNotDisruptAnnotation'],
    ['without a limit', 'true', minute, null],
  ])('101: is an Event of the pod %s', async (_when, doNotDisrupt, ageMs, expected) => {
    const setup = await setUpCluster({}, consolidated('WhenEmptyOrUnderutilized'));
    const startedAt = setup.clock.now() - ageMs;
    await addNode(setup, 'a', { pods: [aPod('web').running({ doNotDisrupt, startedAt })] });
    await planDisruption(setup.ports, setup.clusterId);
    const ofPod = setup.events.recorded.filter(({ about }) => about.kind === 'Pod');
    const reasons = new Set(ofPod.map(({ reason }) => reason));
    expect([...reasons]).toEqual(expected === null ? [] : [expected]);
  });
});
