import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planDisruption } from '../disruption/plan-disruption.js';
import type { Ports } from '../ports/ports.js';
import { addNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';

const minuteMs = 60_000;
const blocked = aPod('payments').running({ doNotDisrupt: 'true' });

async function setUpCounting() {
  const setup = await setUpCluster();
  let analyses = 0;
  const engine: Ports['engine'] = {
    ...setup.ports.engine,
    analyzeCost(snapshot) {
      analyses += 1;
      return setup.ports.engine.analyzeCost(snapshot);
    },
  };
  const poll = () => planDisruption({ ...setup.ports, engine }, setup.clusterId);
  return { setup, poll, analyses: () => analyses };
}

const reportOf = ({ store, clusterId }: ClusterSetup) => store.tables.costReports.get(clusterId);

describe('the cost report of a cluster', () => {
  it('says what the nodes cost, the lower bound, and what holds the difference back', async () => {
    const { setup, poll } = await setUpCounting();
    await addNode(setup, 'a', { instanceType: 'm5.xlarge', pods: [blocked] });
    await poll();
    const { report, asOf } = reportOf(setup) ?? {};
    expect(asOf).toBe(setup.clock.now());
    expect(report).toMatchObject({ nodes: 1, pods: 1, unpricedNodes: 0, unboundedPods: 0 });
    expect(report?.causes).toMatchObject([
      { cause: 'DoNotDisrupt', nodes: 1, subjects: [{ name: 'default/payments' }] },
    ]);
    const heldBack = report?.causes[0]?.microUsdPerHour ?? 0;
    expect(heldBack).toBeGreaterThan(0);
    const { costMicroUsdPerHour = 0, lowerBoundMicroUsdPerHour = 0 } = report ?? {};
    expect(lowerBoundMicroUsdPerHour + heldBack).toBe(costMicroUsdPerHour);
    expect(report).not.toHaveProperty('certificate');
  });

  it('is made anew after 30 s while the cluster changes, otherwise after 5 minutes', async () => {
    const { setup, poll, analyses } = await setUpCounting();
    await addNode(setup, 'a', { pods: [blocked] });
    await poll();
    await poll();
    expect(analyses()).toBe(1);
    setup.clock.advance(minuteMs);
    await poll();
    expect(analyses()).toBe(1);
    await addNode(setup, 'b', { pods: [blocked] });
    await poll();
    expect(analyses()).toBe(2);
    await addNode(setup, 'c', { pods: [blocked] });
    await poll();
    expect(analyses()).toBe(2);
    setup.clock.advance(minuteMs / 2);
    await poll();
    expect(analyses()).toBe(3);
    expect(reportOf(setup)?.report.nodes).toBe(3);
    setup.clock.advance(5 * minuteMs);
    await poll();
    expect(analyses()).toBe(4);
  });
});
