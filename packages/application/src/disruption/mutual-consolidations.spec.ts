import { aPod, Dice } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ModelWorker } from '../testing/disruption-model/model-worker.js';
import { passSecond } from '../testing/disruption-model/pass-second.js';
import { addNode } from '../testing/disruption-setup.js';
import { setUpCluster } from '../testing/set-up-cluster.js';

const disruption = {
  consolidationPolicy: 'WhenEmptyOrUnderutilized',
  consolidateAfter: '0s',
  budgets: [{ nodes: '100%' }],
} as const;

describe('two nodes whose pods would fit on each other, each proposed to be replaced', () => {
  // The first two are validated at the same time, in an order that the seed decides.
  it.each([1, 7, 8])('do not wait for each other for ever, seed %i', async (seed) => {
    const setup = await setUpCluster({}, { disruption });
    const { cluster, store } = setup;
    cluster.respawns = true;
    const half = (name: string) =>
      aPod(name).requesting({ milliCpu: 3_000, memoryMib: 1_024 }).running();
    for (const name of ['a', 'b']) {
      const pods = [half(`${name}-1`), half(`${name}-2`)];
      await addNode(setup, name, { instanceType: 'm5.2xlarge', pods });
    }
    const worker = new ModelWorker(setup, new Dice(seed));
    await worker.plan();
    const proposed = store.tables.decisions.all();
    expect(proposed.map(({ nodeClaimIds }) => nodeClaimIds)).toEqual([['ncl_a'], ['ncl_b']]);
    // Now the pods that are left on each node fit on the other one.
    for (const [name, { pods }] of cluster.nodes) cluster.changeNode(name, { pods: pods.slice(1) });
    for (let second = 0; second < 600; second += 1) {
      if (second % 10 === 0) await worker.plan();
      await passSecond(setup, worker);
    }
    const decisions = store.tables.decisions.all();
    expect(decisions.length).toBeLessThanOrEqual(4);
    expect(decisions.at(-1)).toMatchObject({ state: 'Executed' });
    expect(cluster.pending.size).toBe(0);
  });
});
