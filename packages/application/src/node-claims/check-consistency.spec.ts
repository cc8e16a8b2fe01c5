import { AppError } from '@kerf/core';
import { aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { runNode } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { checkConsistency } from './check-consistency.js';

const gib = 1024 ** 3;

/** Runs a node that has this share of the memory that its NodeClaim was launched with. */
async function setUpNode(
  share: number,
  requests: Readonly<Record<string, number>> = { cpu: 1_000, memory: gib },
  fields: Partial<NodeClaim> = {},
): Promise<ClusterSetup> {
  const setup = await setUpCluster();
  const { claim, node } = await runNode(setup, { plan: aPlannedClaim({ requests }), ...fields });
  const memory = (claim.instance?.capacity['memory'] ?? 0) * share;
  setup.cluster.changeNode(node.name, { capacity: { ...node.capacity, memory } });
  return setup;
}

async function findings(setup: ClusterSetup) {
  await checkConsistency(setup.ports, setup.clusterId);
  return setup.store.tables.findings.all();
}

describe('checkConsistency', () => {
  it('reports a node with less memory than was planned, with an Event', async () => {
    const setup = await setUpNode(0.5);
    expect(await findings(setup)).toMatchObject([
      {
        code: 'NODE_INCONSISTENT',
        object: 'Node/node-i-ncl_1',
        message: expect.stringMatching(
          /^The node has less capacity than m5.large was planned with: expected \S+ of resource memory, but found \S+ \(50.0% of expected\)\./,
        ),
        remedy: expect.stringContaining('planned with the memory that it has'),
      },
    ]);
    expect(setup.events.reasons).toEqual(['FailedConsistencyCheck NodeClaim']);
  });

  it.each([
    [0.5, false],
    [1, true],
  ])(
    '95: notes for the condition that a node with %d of its memory is consistent: %s',
    async (share, isConsistent) => {
      const setup = await setUpNode(share);
      await findings(setup);
      const claim = await setup.store.nodeClaims.find('ncl_1');
      expect(claim !== null && setup.ports.memory.published.isConsistent(claim)).toBe(isConsistent);
    },
  );

  it.each([
    [0.9, 0],
    [0.899, 1],
  ])('requires 90%% of the capacity: with %d there are %d findings', async (share, count) => {
    expect(await findings(await setUpNode(share))).toHaveLength(count);
  });

  it.each([
    ['that was not requested', { cpu: 1_000 }, {}],
    ['of which nothing was requested', { memory: 0 }, {}],
    ['of a node that is not initialized', { memory: gib }, { state: 'Registered' }],
    ['of a node that is being terminated', { memory: gib }, { state: 'Terminating' }],
  ] as const)('ignores memory %s', async (_which, requests, fields) => {
    const setup = await setUpNode(0.5, requests, fields);
    expect(await findings(setup)).toEqual([]);
    expect(setup.events.reasons).toEqual([]);
  });

  it('clears the finding when the node has its capacity', async () => {
    const setup = await setUpNode(0.5);
    expect(await findings(setup)).toHaveLength(1);
    const claim = await setup.store.nodeClaims.find('ncl_1');
    setup.cluster.changeNode('node-i-ncl_1', { capacity: claim?.instance?.capacity ?? {} });
    expect(await findings(setup)).toEqual([]);
  });

  it('leaves the finding while the state of the cluster is unknown', async () => {
    const setup = await setUpNode(0.5);
    expect(await findings(setup)).toHaveLength(1);
    setup.cluster.view = () => {
      throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'the first list is running' });
    };
    expect(await findings(setup)).toHaveLength(1);
  });
});
