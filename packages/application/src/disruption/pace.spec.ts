import { aPod, Dice } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ModelWorker } from '../testing/disruption-model/model-worker.js';
import { passSecond } from '../testing/disruption-model/pass-second.js';
import { addNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';

const nodeCount = 40;
const pollSeconds = 10;

/** Sets up nodes whose pods need about half of them, none of which has to wait for another. */
async function setUpHalfEmpty(): Promise<ClusterSetup> {
  const setup = await setUpCluster(
    {},
    {
      disruption: {
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        consolidateAfter: '0s',
        budgets: [{ nodes: '100%' }],
      },
    },
  );
  setup.cluster.respawns = true;
  for (let node = 0; node < nodeCount; node += 1) {
    const pods = Array.from({ length: node % 5 === 0 ? 3 : 2 }, (_, index) =>
      aPod(`web-${node}-${index}`).requesting({ milliCpu: 350, memoryMib: 256 }).running(),
    );
    await addNode(setup, `n${node}`, { pods });
  }
  return setup;
}

describe('106: the pace of consolidation, in simulated seconds', () => {
  it('executes commands that were planned together side by side, and supersedes none', async () => {
    const setup = await setUpHalfEmpty();
    const worker = new ModelWorker(setup, new Dice(1));
    const nodesAt: number[] = [];
    for (let second = 0; second < 120; second += 1) {
      if (second % pollSeconds === 0) await worker.plan();
      await passSecond(setup, worker);
      nodesAt.push(setup.cluster.nodes.size);
    }
    const states = setup.store.tables.decisions.all().map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: 6 }, () => 'Executed'));
    // Two rounds of poll, validation and launch.
    expect(nodesAt[25]).toBeLessThanOrEqual(15);
    // The second one begins when the first commands are closed, not at the next poll.
    expect(nodesAt[50]).toBeLessThanOrEqual(5);
    expect(nodesAt.at(-1)).toBe(4);
  });
});
