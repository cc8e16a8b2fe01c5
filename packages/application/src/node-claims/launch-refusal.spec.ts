import { aDecision, aDefinitionRefusal, aSpendLimit } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { storePause } from '../testing/store-pause.js';
import { readLaunchFacts } from './launch-facts.js';
import { launchRefusal } from './launch-refusal.js';

/** Returns why `ncl_5` is not launched beside these NodeClaims, in a NodePool with limits. */
async function refusalOf(
  limits: Readonly<Record<string, string>>,
  others: readonly Partial<NodeClaim>[] = [],
  fields: Partial<NodeClaim> = {},
): Promise<string | null> {
  const setup = await setUpCluster({}, { limits });
  for (const [index, other] of others.entries()) {
    await storeNodeClaim(setup, { id: `ncl_${index + 1}`, ...other });
  }
  const requested = { id: 'ncl_5', state: 'Requested', instance: null } as const;
  const claim = await storeNodeClaim(setup, { ...requested, ...fields });
  const refusal = launchRefusal(
    await readLaunchFacts(setup.ports, setup.clusterId, [claim]),
    claim,
  );
  return refusal === null ? null : `${refusal.code}: ${refusal.detail}`;
}

describe('launchRefusal', () => {
  it('lets a launch proceed without limits', async () => {
    expect(await refusalOf({}, [{}, {}])).toBeNull();
  });

  it('withholds the launch when the cluster is in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    const claim = await storeNodeClaim(setup, { nodePool: null });
    const facts = await readLaunchFacts(setup.ports, setup.clusterId, [claim]);
    expect(launchRefusal(facts, claim)).toEqual({
      code: 'LAUNCH_WITHHELD',
      detail: 'cluster prod is in mode observe',
    });
  });

  it('withholds the launch when the NodePool was deleted', async () => {
    expect(await refusalOf({}, [], { nodePool: 'gone' })).toBe(
      'LAUNCH_WITHHELD: NodePool gone was deleted',
    );
  });

  it.each([
    [
      'its NodePool',
      { kind: 'NodePool' },
      'NodePool default is refused: spec.weight: must be a number',
    ],
    [
      'its EC2NodeClass',
      { kind: 'EC2NodeClass' },
      'EC2NodeClass default is refused: spec.weight: must be a number',
    ],
    ['disruption settings of its NodePool', { extent: 'Disruption' }, null],
    ['another NodePool', { name: 'other' }, null],
  ] as const)('when %s cannot be read any more: %s', async (_, fields, detail) => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    await store.definitions.saveRefusal(aDefinitionRefusal({ clusterId, ...fields }));
    const claim = await storeNodeClaim(setup, { id: 'ncl_5', state: 'Requested', instance: null });
    const facts = await readLaunchFacts(setup.ports, clusterId, [claim]);
    expect(launchRefusal(facts, claim)).toEqual(
      detail === null ? null : { code: 'LAUNCH_WITHHELD', detail },
    );
  });

  it.each([
    ['DisruptionAndLaunches', 'launches are paused by ada: bad AMI'],
    ['Disruption', null],
    ['Consolidation', null],
  ] as const)('with a pause of %s: %s', async (stops, detail) => {
    const setup = await setUpCluster();
    await storePause(setup, stops);
    const claim = await storeNodeClaim(setup, { id: 'ncl_5', state: 'Requested', instance: null });
    const facts = await readLaunchFacts(setup.ports, setup.clusterId, [claim]);
    expect(launchRefusal(facts, claim)?.detail ?? null).toBe(detail);
  });

  it('lets a launch proceed after the pause has expired', async () => {
    const setup = await setUpCluster();
    await storePause(setup, 'DisruptionAndLaunches', { expiresAt: setup.clock.now() });
    const claim = await storeNodeClaim(setup, { id: 'ncl_5', state: 'Requested', instance: null });
    const facts = await readLaunchFacts(setup.ports, setup.clusterId, [claim]);
    expect(launchRefusal(facts, claim)).toBeNull();
  });

  it('counts prices against the spend limit, of NodeClaims that were requested before', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    await store.spendLimits.insert(
      aSpendLimit({ id: 'spl_1', scope: { kind: 'Cluster', clusterId } }),
    );
    const first = await storeNodeClaim(setup, { id: 'ncl_1' });
    const price = first.instance?.priceMicroUsdPerHour ?? 0;
    const second = await storeNodeClaim(setup, { id: 'ncl_2' });
    const facts = await readLaunchFacts(setup.ports, clusterId, [first, second]);
    const limitedTo = (hourlyMicroUsd: number) => ({
      ...facts,
      spendLimits: facts.spendLimits.map((limit) => ({ ...limit, hourlyMicroUsd })),
    });
    expect(launchRefusal(limitedTo(price), first)).toBeNull();
    expect(launchRefusal(limitedTo(2 * price), second)).toBeNull();
    expect(launchRefusal(limitedTo(2 * price - 1), second)?.detail).toMatch(
      /^cluster prod would exceed its spend limit of \$/u,
    );
  });

  it.each([
    ['a team that owns the NodePool', 'tem_shop', 'team tem_shop would exceed its spend limit'],
    ['a team that owns another one', 'tem_other', 'launched'],
  ])('compares with the limit of %s', async (_whose, teamId, expected) => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    const teams = [
      { id: 'tem_shop', nodePool: 'default' },
      { id: 'tem_other', nodePool: 'other' },
    ];
    for (const { id, nodePool } of teams) {
      await store.access.insertTeam({
        id,
        name: id,
        owns: [{ kind: 'NodePool', clusterId, nodePool }],
        members: [],
        createdAt: 0,
        version: 1,
      });
    }
    await store.spendLimits.insert(
      aSpendLimit({ id: 'spl_1', scope: { kind: 'Team', teamId }, hourlyMicroUsd: 1 }),
    );
    const claim = await storeNodeClaim(setup, { id: 'ncl_1' });
    const facts = await readLaunchFacts(setup.ports, clusterId, [claim]);
    expect(launchRefusal(facts, claim)?.detail ?? 'launched').toContain(expected);
  });

  it('counts what other clusters cost against the limit of the organization', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    const claim = await storeNodeClaim(setup, { id: 'ncl_1' });
    const price = claim.instance?.priceMicroUsdPerHour ?? 0;
    await store.spendLimits.insert(
      aSpendLimit({ id: 'spl_1', scope: { kind: 'Organization' }, hourlyMicroUsd: 3 * price }),
    );
    const refusalBeside = async (priceMicroUsdPerHour: number) => {
      const pool = { clusterId: 'clu_other', nodePool: 'general', nodes: 1, priceMicroUsdPerHour };
      const brakes = { ...store.brakes, currentSpend: async () => [pool] };
      const ports = { ...setup.ports, store: { ...store, brakes } };
      return launchRefusal(await readLaunchFacts(ports, clusterId, [claim]), claim)?.detail ?? null;
    };
    expect(await refusalBeside(2 * price)).toBeNull();
    expect(await refusalBeside(2 * price + 1)).toMatch(
      /^all clusters would exceed its spend limit of \$/u,
    );
  });

  it('has no limits for a standalone NodeClaim', async () => {
    expect(await refusalOf({ nodes: '0' }, [], { nodePool: null })).toBeNull();
  });

  it.each([
    ['is reached', '2', 'LAUNCH_WITHHELD: NodePool default has 2 of 2 nodes'],
    ['is exceeded', '1', 'LAUNCH_WITHHELD: NodePool default has 2 of 1 nodes'],
    ['is not reached', '3', null],
    ['allows none', '0', 'LAUNCH_WITHHELD: NodePool default has 2 of 0 nodes'],
  ])('withholds the launch when the limit of nodes %s', async (_when, nodes, detail) => {
    expect(await refusalOf({ nodes }, [{}, { state: 'Terminating' }])).toBe(detail);
  });

  it.each([
    ['is reached', '4', 'LAUNCH_WITHHELD: NodePool default has reached its limit of cpu'],
    ['is not reached', '4001m', null],
    ['allows none', '0', 'LAUNCH_WITHHELD: NodePool default has reached its limit of cpu'],
  ])('withholds the launch when the limit of a resource %s', async (_when, cpu, detail) => {
    expect(await refusalOf({ cpu }, [{}, {}])).toBe(detail);
  });

  it('names the first limit that is reached', async () => {
    expect(await refusalOf({ cpu: '100', memory: '1' }, [{}])).toBe(
      'LAUNCH_WITHHELD: NodePool default has reached its limit of memory',
    );
  });

  it.each([
    ['of other NodePools', { nodePool: 'batch' }],
    ['that have ended', { state: 'Terminated' }],
    ['that were requested later', { id: 'ncl_6' }],
  ] as const)('does not count NodeClaims %s', async (_which, other) => {
    expect(await refusalOf({ nodes: '1' }, [other])).toBeNull();
  });

  it('does not count NodeClaims that an executing decision replaces', async () => {
    const setup = await setUpCluster({}, { limits: { nodes: '1', cpu: '2' } });
    await storeNodeClaim(setup, { id: 'ncl_1' });
    const requested = { id: 'ncl_5', state: 'Requested', instance: null } as const;
    const claim = await storeNodeClaim(setup, requested);
    const refusal = async () =>
      launchRefusal(await readLaunchFacts(setup.ports, setup.clusterId, [claim]), claim);
    expect(await refusal()).not.toBeNull();
    const fields = { clusterId: setup.clusterId, nodeClaimIds: ['ncl_1'] };
    await setup.store.decisions.insert(
      aDecision({ ...fields, id: 'dec_1', state: 'Approved' }),
      [],
    );
    expect(await refusal()).not.toBeNull();
    const executing = aDecision({ ...fields, id: 'dec_2', state: 'Executing' });
    await setup.store.decisions.insert(executing, []);
    expect(await refusal()).toBeNull();
  });

  it('counts a NodeClaim without an instance as a node without resources', async () => {
    const other = { state: 'Launching', instance: null } as const;
    expect(await refusalOf({ cpu: '1' }, [other])).toBeNull();
    expect(await refusalOf({ nodes: '1' }, [other])).toBe(
      'LAUNCH_WITHHELD: NodePool default has 1 of 1 nodes',
    );
  });
});
