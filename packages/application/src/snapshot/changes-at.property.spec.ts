import { labelKeys } from '@kerf/core';
import { aPause, aPod, Dice } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { holds, type Pass } from '../domain/cluster/cluster-revision.js';
import { addNode, storeDecision } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { loadSnapshot } from './load-snapshot.js';
import { readRevision } from './read-revision.js';

const maxMs = 90_000;

/** Something that changes a cluster, now or at a time that the dice choose. */
type Change = (setup: ClusterSetup, dice: Dice, id: string) => unknown;
const soon = ({ clock }: ClusterSetup, dice: Dice): number => clock.now() + dice.between(1, maxMs);

const changes: readonly Change[] = [
  ({ clock }, dice) => clock.advance(dice.between(1, maxMs / 3)),
  ({ clock }, dice) => clock.advance(dice.between(1, maxMs / 3)),
  ({ clock }) => clock.advance(1_000),
  (setup, _dice, id) => {
    const startedAt = setup.clock.now();
    return addNode(setup, id, {
      pods: [aPod(id).running({ doNotDisrupt: '30s', startedAt })],
    });
  },
  ({ cluster }) => cluster.addPendingPods(1, { cpu: 100, memory: 1024 }),
  ({ cluster, clock }, dice) => {
    const node = dice.pick(cluster.view().nodes);
    cluster.nodes.set(node.name, { ...node, deletionRequestedAt: clock.now() });
  },
  ({ cluster }, dice, id) => {
    const node = dice.pick(cluster.view().nodes);
    const labels = { ...node.labels, [labelKeys.zone]: id };
    cluster.nodes.set(node.name, { ...node, labels });
  },
  ({ cluster }, dice, id) => {
    const { spec } = aPod(id).build();
    const expected = { ownerKind: 'Job', ownerName: id, spec, existing: 0, count: 1 } as const;
    cluster.expectedPods = [{ ...expected, wanted: dice.between(1, 3) }];
  },
  (setup, dice, id) =>
    setup.store.pauses.insert(
      aPause({
        id: `pau_${id}`,
        scope: { kind: 'Cluster', clusterId: setup.clusterId },
        stops: 'Consolidation',
        setAt: setup.clock.now(),
        expiresAt: soon(setup, dice),
      }),
    ),
  async (setup, dice, id) => {
    const node = await addNode(setup, id);
    await storeDecision(setup, [node], {
      id: `dec_${id}`,
      state: 'Rejected',
      decidedAt: setup.clock.now(),
      rejectedUntil: soon(setup, dice),
    });
  },
  (setup, dice) => {
    const [instanceType, code] = ['m5.large', 'InsufficientInstanceCapacity'];
    const zone = dice.pick(['us-east-1a', 'us-east-1b']);
    const offering = { instanceType, zone, capacityType: 'spot', code } as const;
    return setup.store.catalog.markUnavailable(setup.clusterId, [offering], soon(setup, dice));
  },
  (setup, dice) => {
    const [node] = setup.cluster.view().nodes;
    if (node !== undefined)
      setup.ports.memory.nominations.nominate(setup.clusterId, [node.name], soon(setup, dice));
  },
  async (setup, dice) => {
    const { store, clusterId } = setup;
    const cluster = await store.clusters.find(clusterId);
    if (cluster === null) return;
    const shift = { zoneId: 'use1-az1', zone: 'us-east-1a', until: soon(setup, dice) };
    const settings = { ...cluster.settings, zonalShift: true };
    await store.clusters.save({ ...cluster, settings, zonalShifts: [shift] });
  },
];

describe('a snapshot', () => {
  it('is the same one as long as the revision of its cluster stays and no time has come', async () => {
    const compared: (readonly [string, string, string])[] = [];
    for (let seed = 1; seed <= 80; seed += 1) {
      const dice = new Dice(seed);
      const setup = await setUpCluster();
      const { ports, clusterId, clock } = setup;
      await addNode(setup, 'a', { pods: [aPod('web').running()] });
      let last: { readonly pass: Pass; readonly stateDigest: string } | null = null;
      for (let step = 1; step <= 25; step += 1) {
        await dice.pick(changes)(setup, dice, `${seed}-${step}`);
        const revision = await readRevision(ports, clusterId);
        const { stateDigest, changesAt } = await loadSnapshot(ports, clusterId);
        if (last !== null && holds(last.pass, revision, clock.now()))
          compared.push([`seed ${seed}, step ${step}`, last.stateDigest, stateDigest]);
        if (revision === null) continue;
        last = { pass: { revision, at: clock.now(), nextAt: changesAt }, stateDigest };
      }
    }
    expect(compared.filter(([, before, now]) => before !== now)).toEqual([]);
    expect(compared.length).toBeGreaterThan(100);
  });
});
