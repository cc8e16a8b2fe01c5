import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { planDisruption } from '../disruption/plan-disruption.js';
import type { Ports } from '../ports/ports.js';
import { addNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { reportCost } from './report-cost.js';

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
  const poll = () => reportCost({ ...setup.ports, engine }, setup.clusterId);
  return { setup, poll, analyses: () => analyses };
}

const reportOf = ({ store, clusterId }: ClusterSetup) => store.tables.costReports.get(clusterId);

describe('the cost report of a cluster', () => {
  it('returns the cost of the nodes, the lower bound, and the causes of the difference', async () => {
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
    const day = setup.store.tables.figureSamples.where(({ resolution }) => resolution === 'day');
    expect(day).toMatchObject([{ savingMicroUsdPerHour: heldBack, reports: 1, pendingPodMs: 0 }]);
  });

  it('is made anew when the cluster has changed, otherwise after 5 minutes', async () => {
    const { setup, poll, analyses } = await setUpCounting();
    await addNode(setup, 'a', { pods: [blocked] });
    const dueAt = setup.clock.now() + 5 * minuteMs;
    expect(await poll()).toEqual({ kind: 'Done', nextAt: dueAt });
    setup.clock.advance(minuteMs);
    expect(await poll()).toEqual({ kind: 'Done', nextAt: dueAt });
    expect(analyses()).toBe(1);
    await addNode(setup, 'b', { pods: [blocked] });
    await poll();
    expect(analyses()).toBe(2);
    expect(reportOf(setup)?.report.nodes).toBe(2);
    setup.clock.advance(5 * minuteMs);
    await poll();
    expect(analyses()).toBe(3);
  });
});

describe('the cost report and the disruption evaluation', () => {
  it('fail independently of each other', async () => {
    const { setup, poll, analyses } = await setUpCounting();
    await addNode(setup, 'empty');
    const broken = () => Promise.reject(new RangeError('no plan'));
    const engine = { ...setup.ports.engine, planDisruption: broken, analyzeCost: broken };
    const ports = { ...setup.ports, engine };
    await expect(planDisruption(ports, setup.clusterId)).rejects.toThrow('no plan');
    await poll();
    expect(analyses()).toBe(1);
    await expect(reportCost(ports, setup.clusterId)).resolves.toMatchObject({ kind: 'Done' });
    setup.clock.advance(5 * minuteMs);
    await expect(reportCost(ports, setup.clusterId)).rejects.toThrow('no plan');
    await planDisruption(setup.ports, setup.clusterId);
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
  });
});
