import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionKinds } from '../decision/decision.js';
import { terminationReasons } from '../node-claim/node-claim.js';
import type {
  ChangedClaim,
  ChangedNode,
  ChangingDecision,
  CostChangeFacts,
  PlannedPods,
} from './cost-change.js';
import { explainCostChange } from './explain-cost-change.js';

const clusterId = 'clu_1';

function aNode(
  name: string,
  change: ChangedNode['change'],
  price: number | null,
  fields: Partial<ChangedNode> = {},
): ChangedNode {
  return {
    clusterId,
    nodeUid: name,
    nodeName: `node-${name}`,
    providerId: null,
    nodePool: 'general',
    instanceType: 'm5.large',
    capacityType: 'spot',
    change,
    priceBefore: change === 'Came' ? null : price,
    priceAfter: change === 'Left' ? null : price,
    nodeClaimId: `ncl_${name}`,
    ...fields,
  };
}

const aClaim = (name: string, fields: Partial<ChangedClaim> = {}): ChangedClaim => ({
  id: `ncl_${name}`,
  name: `general-${name}`,
  decisionId: null,
  terminationReason: null,
  removalId: null,
  ...fields,
});

const aDecision = (
  id: string,
  kind: ChangingDecision['kind'],
  fields: Partial<ChangingDecision> = {},
): ChangingDecision => ({
  id,
  kind,
  isForStaticPool: false,
  isForStandaloneClaim: false,
  interruptionId: null,
  drift: [],
  ...fields,
});

const planned = (name: string, pods: number, fields: Partial<PlannedPods> = {}): PlannedPods => ({
  nodeClaimId: `ncl_${name}`,
  removalId: null,
  namespace: 'shop',
  workload: 'Deployment/web',
  pods,
  ...fields,
});

const explain = (facts: Partial<CostChangeFacts>) =>
  explainCostChange({
    nodes: [],
    claims: [],
    decisions: [],
    plannedPods: [],
    addedClusters: new Set(),
    ...facts,
  });

const kindsAndChanges = (facts: Partial<CostChangeFacts>) =>
  explain(facts).map(({ kind, changeMicroUsdPerHour: change }) => [kind, change]);

describe('the drivers of a cost change by nodes that came', () => {
  it('name the workload of most pods that each node was launched for', () => {
    const claims = ['a', 'b'].map((name) => aClaim(name, { decisionId: 'dec_1' }));
    const [driver, ...others] = explain({
      nodes: [aNode('a', 'Came', 100), aNode('b', 'Came', 40)],
      claims,
      decisions: [aDecision('dec_1', 'Provision')],
      plannedPods: [
        planned('a', 3),
        planned('a', 2, { workload: 'StatefulSet/db' }),
        planned('b', 1),
      ],
    });
    expect(others).toEqual([]);
    expect(driver).toMatchObject({
      kind: 'Provision',
      clusterId,
      changeMicroUsdPerHour: 140,
      nodesAdded: 2,
      nodesRemoved: 0,
      nodePools: ['general'],
      workload: { kind: 'Deployment', namespace: 'shop', name: 'web' },
      decisionIds: ['dec_1'],
      decisions: 1,
      nodeClaims: ['general-a', 'general-b'],
    });
  });

  it('have no workload for pods without an owner', () => {
    const [driver] = explain({
      nodes: [aNode('a', 'Came', 100)],
      claims: [aClaim('a', { decisionId: 'dec_1' })],
      decisions: [aDecision('dec_1', 'Provision')],
      plannedPods: [planned('a', 1, { workload: '' })],
    });
    expect(driver).toMatchObject({ kind: 'Provision', workload: null });
  });

  it.each([
    ['StaticNodePool', aDecision('dec_1', 'Provision', { isForStaticPool: true })],
    ['StandaloneNodeClaim', aDecision('dec_1', 'Provision', { isForStandaloneClaim: true })],
    ['Consolidate', aDecision('dec_1', 'Consolidate')],
    ['Repair', aDecision('dec_1', 'Repair')],
  ])('are of kind %s by their decision', (kind, decision) => {
    const claims = [aClaim('a', { decisionId: 'dec_1' })];
    const nodes = [aNode('a', 'Came', 7)];
    expect(kindsAndChanges({ nodes, claims, decisions: [decision] })).toEqual([[kind, 7]]);
  });

  it('are of nodes that Kerf does not manage, by instance type', () => {
    const unmanaged = { nodeClaimId: null, nodePool: '' };
    const drivers = explain({
      nodes: [
        aNode('a', 'Came', 5, unmanaged),
        aNode('b', 'Left', 2, unmanaged),
        aNode('c', 'Came', 1, { ...unmanaged, instanceType: 'c5.large' }),
      ],
    });
    expect(drivers).toMatchObject([
      { kind: 'Unmanaged', instanceType: 'm5.large', changeMicroUsdPerHour: 3, nodePools: [] },
      { kind: 'Unmanaged', instanceType: 'c5.large', changeMicroUsdPerHour: 1 },
    ]);
  });

  it('are one driver in a cluster that was added meanwhile, whatever launched them', () => {
    const nodes = [aNode('a', 'Came', 5), aNode('b', 'Came', null, { nodePool: 'batch' })];
    const drivers = explain({ nodes, addedClusters: new Set([clusterId]) });
    expect(drivers).toMatchObject([
      {
        kind: 'ClusterAdded',
        changeMicroUsdPerHour: 5,
        nodesAdded: 2,
        unpricedNodes: 1,
        nodePools: ['batch', 'general'],
      },
    ]);
  });

  it.each([
    ['Adopted', aClaim('a'), []],
    ['DecisionUnknown', aClaim('a', { decisionId: 'dec_gone' }), []],
    ['PodsUnknown', aClaim('a', { decisionId: 'dec_1' }), [aDecision('dec_1', 'Provision')]],
  ])('are unattributed with the reason %s', (reason, claim, decisions) => {
    const nodes = [aNode('a', 'Came', 7)];
    expect(explain({ nodes, claims: [claim], decisions })).toMatchObject([
      { kind: 'Unattributed', reason, changeMicroUsdPerHour: 7 },
    ]);
  });
});

describe('the drivers of a cost change by nodes that left', () => {
  it.each([
    ['Empty', 'Empty'],
    ['Underutilized', 'Consolidate'],
    ['Drifted', 'Drift'],
    ['Expired', 'Expire'],
    ['Interrupted', 'Interrupt'],
    ['Unhealthy', 'Repair'],
    ['Overprovisioned', 'StaticNodePool'],
    ['DeletedByUser', 'Delete'],
    ['RegistrationTimeout', 'LaunchFailure'],
    ['GarbageCollected', 'InstanceEnded'],
  ] as const)('terminated as %s are of kind %s', (terminationReason, kind) => {
    const claims = [aClaim('a', { terminationReason })];
    expect(kindsAndChanges({ nodes: [aNode('a', 'Left', 9)], claims })).toEqual([[kind, -9]]);
  });

  it('without a termination are unattributed', () => {
    const drivers = explain({ nodes: [aNode('a', 'Left', 9)], claims: [aClaim('a')] });
    expect(drivers).toMatchObject([{ kind: 'Unattributed', reason: 'NotTerminated' }]);
  });
});

describe('the drivers of a cost change by replacements', () => {
  const left = (name: string, reason: ChangedClaim['terminationReason'], removalId: string) =>
    aClaim(name, { terminationReason: reason, removalId, decisionId: 'dec_0' });

  it('are the replacement less what it replaces, also in another NodePool', () => {
    const drivers = explain({
      nodes: [
        aNode('a', 'Left', 100),
        aNode('b', 'Left', 90),
        aNode('c', 'Came', 120, { nodePool: 'spot' }),
      ],
      claims: [
        left('a', 'Underutilized', 'dec_1'),
        left('b', 'Underutilized', 'dec_1'),
        aClaim('c', { decisionId: 'dec_1' }),
      ],
      decisions: [aDecision('dec_1', 'Consolidate')],
    });
    expect(drivers).toMatchObject([
      {
        kind: 'Consolidate',
        changeMicroUsdPerHour: -70,
        nodesAdded: 1,
        nodesRemoved: 2,
        nodePools: ['general', 'spot'],
        decisionIds: ['dec_1'],
      },
    ]);
  });

  it('are followed through nodes that came and left in between', () => {
    // web launched b (dec_1); dec_2 replaced it with c.
    const drivers = explain({
      nodes: [aNode('b', 'Passed', 100), aNode('c', 'Came', 60)],
      claims: [
        aClaim('b', {
          decisionId: 'dec_1',
          terminationReason: 'Underutilized',
          removalId: 'dec_2',
        }),
        aClaim('c', { decisionId: 'dec_2' }),
      ],
      decisions: [aDecision('dec_1', 'Provision'), aDecision('dec_2', 'Consolidate')],
      plannedPods: [planned('b', 4)],
    });
    expect(drivers).toMatchObject([
      { kind: 'Provision', changeMicroUsdPerHour: 100, workload: { name: 'web' } },
      { kind: 'Consolidate', changeMicroUsdPerHour: -40 },
    ]);
  });

  it('belong to the removal whose pods they were launched for', () => {
    const decisions = [
      aDecision('dec_1', 'Interrupt', { interruptionId: 'int_1' }),
      aDecision('dec_2', 'Provision'),
    ];
    const drivers = explain({
      nodes: [aNode('a', 'Left', 30), aNode('b', 'Came', 90)],
      claims: [left('a', 'Interrupted', 'dec_1'), aClaim('b', { decisionId: 'dec_2' })],
      decisions,
      plannedPods: [planned('b', 3, { removalId: 'dec_1' }), planned('b', 2)],
    });
    expect(drivers).toMatchObject([
      { kind: 'Interrupt', changeMicroUsdPerHour: 60, interruptionIds: ['int_1'] },
    ]);
  });

  it('of drift name the changed definitions of their own nodes', () => {
    const drift = (nodeName: string, definition: string | null, since: number, path: string) => ({
      nodeName,
      reason: 'NodePoolDrifted',
      definition,
      since,
      fields: [{ path, before: null, after: 'x' }],
    });
    const decision = aDecision('dec_1', 'Drift', {
      drift: [
        drift('node-a', 'NodePool/general', 5, 'spec.template.metadata.labels.team'),
        drift('node-a', 'NodePool/general', 8, 'spec.template.spec.expireAfter'),
        drift('node-hidden', 'NodePool/other', 9, 'spec.weight'),
        drift('node-a', null, 9, 'status.amis'),
      ],
    });
    const [driver] = explain({
      nodes: [aNode('a', 'Left', 10)],
      claims: [left('a', 'Drifted', 'dec_1')],
      decisions: [decision],
    });
    expect(driver?.definitions).toEqual([
      {
        definition: 'NodePool/general',
        at: 8,
        fields: ['spec.template.metadata.labels.team', 'spec.template.spec.expireAfter'],
      },
    ]);
  });
});

describe('the drivers of a cost change by prices', () => {
  it('are by offering, and apart where a price was or is unknown', () => {
    const stayed = (name: string, priceBefore: number | null, priceAfter: number | null) =>
      aNode(name, 'Stayed', 0, { priceBefore, priceAfter });
    const nodes = [stayed('a', 10, 14), stayed('b', 10, 14), stayed('c', null, 5)];
    expect(explain({ nodes: [...nodes, stayed('d', 3, 3)] })).toMatchObject([
      {
        kind: 'Price',
        changeMicroUsdPerHour: 8,
        nodesRepriced: 2,
        instanceType: 'm5.large',
        capacityType: 'spot',
      },
      { kind: 'PriceKnown', changeMicroUsdPerHour: 5, nodesRepriced: 1 },
    ]);
  });
});

describe('the drivers of a cost change', () => {
  it('are a hundred at most, the smallest merged into one', () => {
    const nodes = Array.from({ length: 150 }, (_, index) =>
      aNode(`n${index}`, 'Came', index + 1, { nodeClaimId: null, instanceType: `t${index}` }),
    );
    const drivers = explain({ nodes });
    expect(drivers).toHaveLength(100);
    // 1 + 2 + … + 51
    expect(drivers[0]).toMatchObject({
      kind: 'Other',
      clusterId: null,
      changeMicroUsdPerHour: 1_326,
      nodesAdded: 51,
      drivers: 51,
    });
  });

  it('add up exactly to the difference, whatever the records say', () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const price = option(integer({ min: 0, max: 9_007_199_254 }), { nil: null });
    const id = constantFrom(...names.map((name) => `dec_${name}`));
    const nodes = array(
      record({
        change: constantFrom('Came', 'Left', 'Stayed', 'Passed'),
        before: price,
        after: price,
        claim: constantFrom(...names, null),
        pool: constantFrom('', 'general', 'spot'),
        cluster: constantFrom('clu_1', 'clu_2', 'clu_3'),
      }),
      { maxLength: 250 },
    );
    const claims = array(
      record({
        decisionId: option(id, { nil: null }),
        terminationReason: option(constantFrom(...terminationReasons), { nil: null }),
        removalId: option(id, { nil: null }),
      }),
      { maxLength: names.length },
    );
    const decisions = array(
      record({ kind: constantFrom(...decisionKinds), isForStaticPool: constantFrom(true, false) }),
      { maxLength: names.length },
    );
    const pods = array(
      record({
        claim: constantFrom(...names),
        removalId: option(id, { nil: null }),
        workload: option(constantFrom('', 'Deployment/web', 'Job/import'), { nil: null }),
        pods: integer({ min: 1, max: 5 }),
      }),
      { maxLength: 40 },
    );
    assert(
      property(nodes, claims, decisions, pods, (allNodes, allClaims, allDecisions, allPods) => {
        const changed = allNodes.map(({ change, before, after, claim, pool, cluster }, index) => ({
          ...aNode(`${index}`, change, before),
          ...(change === 'Stayed' ? { priceAfter: after } : {}),
          clusterId: cluster,
          nodePool: pool,
          instanceType: `t${index % 120}`,
          nodeClaimId: claim === null ? null : `ncl_${claim}`,
        }));
        const drivers = explain({
          nodes: changed,
          claims: allClaims.map((claim, index) => aClaim(names[index] ?? '', claim)),
          decisions: allDecisions.map(({ kind, isForStaticPool }, index) =>
            aDecision(`dec_${names[index] ?? ''}`, kind, { isForStaticPool }),
          ),
          plannedPods: allPods.map(({ claim, ...each }) => planned(claim, each.pods, each)),
          addedClusters: new Set(['clu_3']),
        });
        const sum = drivers.reduce((total, each) => total + each.changeMicroUsdPerHour, 0);
        const expected = changed.reduce(
          (total, { priceBefore, priceAfter }) => total + (priceAfter ?? 0) - (priceBefore ?? 0),
          0,
        );
        expect(sum).toBe(expected);
        expect(drivers.length).toBeLessThanOrEqual(100);
      }),
      { seed: 61, numRuns: 200 },
    );
  });
});
