import {
  ControllerGuard,
  livingClaimStates,
  type NodeClaim,
  operationFindings,
} from '@kerf/application';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { runsAllFaults, selectionNote } from '../../testing/fault-selection.js';
import { passTime } from '../../testing/pass-time.js';
import { RandomFaults } from '../../testing/random-faults.js';
import type { SimulationOptions } from '../../testing/simulation-options.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

/*
 * Port calls fail for minutes, some of them after they took effect, while pods come and go. EC2's
 * reads miss new instances, its clock differs, and SQS delivers in any order and more than once.
 */

vi.setConfig({ testTimeout: 300_000 });

const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

async function open(seed: number, options: Partial<SimulationOptions> = {}) {
  const faults = new RandomFaults(seed);
  const simulation = await ClusterSimulation.open(records.open(), {
    mode: 'auto',
    randomFaults: faults,
    ...options,
  });
  simulation.cluster.respawns = true;
  return { simulation, faults };
}

const claimsOf = ({ store, clusterId }: ClusterSimulation): Promise<readonly NodeClaim[]> =>
  store.nodeClaims.inStates(clusterId, livingClaimStates);

/** Provider IDs that only some of EC2, Kubernetes and Kerf's records have. */
async function disagreements(simulation: ClusterSimulation): Promise<readonly string[]> {
  const claims = await claimsOf(simulation);
  const sides = [
    claims.map(({ instance, name }) => instance?.providerId ?? name),
    [...simulation.cluster.nodes.values()].map(({ providerId }) => providerId ?? ''),
    [...simulation.cloud.instances.values()].map(({ providerId }) => providerId),
  ].map((ids) => new Set(ids));
  const all = new Set(sides.flatMap((side) => [...side]));
  return [...all].filter((id) => sides.some((side) => !side.has(id)));
}

/** All pods run, on initialized nodes that all sides have, and nothing is in progress. */
const untilSettled = (simulation: ClusterSimulation): Promise<void> =>
  simulation.until(async () => {
    const states = (await claimsOf(simulation)).map(({ state }) => state);
    return (
      simulation.cluster.pending.size === 0 &&
      states.every((state) => state === 'Initialized') &&
      (await disagreements(simulation)).length === 0 &&
      (await simulation.store.decisions.open(simulation.clusterId)).length === 0 &&
      (await simulation.store.operationFailures.list(simulation.clusterId)).length === 0
    );
  }, 900);

/** Number of launched instances beyond one for each NodeClaim that was launched. */
async function unrecordedLaunches(simulation: ClusterSimulation): Promise<number> {
  const launched = (await simulation.nodeClaims()).filter(({ launchedAt }) => launchedAt !== null);
  return simulation.cloud.launchCount - launched.length;
}

/** Seed of the faults, and how far AWS's clock is ahead in milliseconds. */
const seeds: [seed: number, skewMs: number][] = [
  [1, 0],
  [3, -300_000],
];
const slowSeeds: typeof seeds = [[2, 300_000]];
/** A port, and the operation that fails with it. */
const ports: [port: string, operation: string][] = [
  ['cloud', 'Operation/node-claim.launch'],
  ['cache', 'Operation/provisioning.solve-batch'],
];
const slowPorts: typeof ports = [['gateway', 'Operation/node-claim.register']];

const everywhere = { cloud: 0.3, gateway: 0.3, cache: 0.2, store: 0.1 };

describe(`faults of all ports for longer than a minute${selectionNote}`, () => {
  it.each(runsAllFaults ? [...seeds, ...slowSeeds] : seeds)(
    'have no lasting effect: seed %i, AWS’s clock %i ms ahead',
    async (seed, skew) => {
      const { simulation, faults } = await open(seed, { cloudClockSkewMs: skew });
      simulation.cloud.invisibleMs = 20_000;
      faults.ratios = everywhere;
      simulation.cluster.addPendingPods(5, inflate);
      await simulation.until(() => Promise.resolve(simulation.cloud.instances.size > 0));
      await passTime(simulation, 5);
      // EC2 does not list the instance yet.
      simulation.interrupt([...simulation.cloud.instances.keys()]);
      await passTime(simulation, 40);
      simulation.cluster.removePods();
      simulation.cluster.addPendingPods(9, inflate);
      await passTime(simulation, 60);
      faults.ratios = {};
      await untilSettled(simulation);

      expect(faults.failed.size).toBeGreaterThan(0);
      expect(await unrecordedLaunches(simulation)).toBe(0);
      simulation.cluster.removePods();
      await simulation.until(() => Promise.resolve(simulation.cloud.instances.size === 0));
      await untilSettled(simulation);
    },
  );
});

describe(`a port that fails for longer than a minute${selectionNote}`, () => {
  it.each(runsAllFaults ? [...ports, ...slowPorts] : ports)(
    'is a finding until it works again: %s',
    async (port, object) => {
      const { simulation, faults } = await open(4);
      const { store, clusterId, clock } = simulation;
      const findings = async () =>
        operationFindings(await store.operationFailures.list(clusterId), clock.now());
      faults.ratios = { [port]: 1 };
      simulation.cluster.addPendingPods(5, inflate);
      await passTime(simulation, 45);
      expect(await findings()).toEqual([]);
      await passTime(simulation, 25);
      expect((await findings()).map((finding) => finding.object)).toContain(object);
      faults.ratios = {};
      await untilSettled(simulation);
      expect(await findings()).toEqual([]);
    },
  );
});

describe('watches that deliver nothing', () => {
  it('are a finding until they do', async () => {
    const { simulation } = await open(5);
    const { clusterId, cluster } = simulation;
    const guard = new ControllerGuard(simulation.ports, clusterId);
    const silent = async () =>
      (await simulation.findings()).filter(({ code }) => code === 'WATCH_SILENT');
    cluster.silentKinds = ['pods'];
    await guard.check();
    expect(await silent()).toMatchObject([
      { object: 'Watch/pods', remedy: expect.stringContaining('load balancers') },
    ]);
    cluster.silentKinds = [];
    await guard.check();
    expect(await silent()).toEqual([]);
  });
});
