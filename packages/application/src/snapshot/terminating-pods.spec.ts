import { aCachedNode, aNodeClaimRecord, aPod, aPodDisruptionBudget, podsWith } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim, NodeClaimTermination } from '../domain/node-claim/node-claim.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';
import { podsOfTerminatingNodes, withoutPods } from './terminating-pods.js';

const providerId = 'aws:///us-east-1a/i-ncl_1';
const web = aPod('web').running();

const view = (
  nodes: readonly CachedNode[],
  podDisruptionBudgets: ClusterView['podDisruptionBudgets'] = [],
): ClusterView => ({
  clusterId: 'clu_1',
  revision: { all: 1, shown: 1 },
  asOf: 0,
  nodes,
  pendingPods: [],
  expectedPods: [],
  workloadSelectors: [],
  daemonSets: [],
  podDisruptionBudgets,
  namespaces: [],
  deletingNodePools: [],
  nodeClassObjects: [],
  nodeClaimNames: [],
  adoptableNodeClaims: [],
  nodeClaimConditions: [],
  controllers: { leases: [], deployments: [] },
  foreignNodePools: [],
  standaloneNodeClaims: [],
  nodeOverlays: [],
  capacityBuffers: [],
  unreadableKinds: [],
  silentKinds: [],
});

const terminating = (fields: Partial<NodeClaimTermination> = {}): NodeClaim =>
  aNodeClaimRecord({
    clusterId: 'clu_1',
    id: 'ncl_1',
    state: 'Terminating',
    termination: {
      step: 'Cordoned',
      reason: 'Empty',
      startedAt: 0,
      deadline: null,
      instanceEndsAt: null,
      lostPods: [],
      waitingFor: null,
      stepAt: 0,
      ...fields,
    },
  });

const uidsOf = (seen: ClusterView, claims: readonly NodeClaim[]) =>
  podsOfTerminatingNodes(seen, claims, 10).map(({ uid }) => uid);

describe('podsOfTerminatingNodes', () => {
  it.each<readonly [string, Partial<CachedNode>, readonly NodeClaim[], readonly string[]]>([
    ['of a terminating NodeClaim', { providerId }, [terminating()], ['web']],
    ['of a living NodeClaim', { providerId }, [{ ...terminating(), state: 'Initialized' }], []],
    ['of another instance', { providerId: 'aws:///x/i-2' }, [terminating()], []],
    ['without a provider ID', { providerId: null }, [terminating()], []],
    ['without a NodeClaim', { providerId }, [], []],
    ['that is being deleted', { providerId, deletionRequestedAt: 5 }, [], ['web']],
    [
      'that is being deleted and has no provider ID',
      { providerId: null, deletionRequestedAt: 5 },
      [{ ...terminating(), instance: null }],
      ['web'],
    ],
  ])('on a node %s', (_, node, claims, uids) => {
    expect(uidsOf(view([aCachedNode({ ...node, pods: [web] })]), claims)).toEqual(uids);
  });

  it('leaves out daemons', () => {
    const agent = aPod('agent').running({ ownerKind: 'DaemonSet' });
    const node = aCachedNode({ providerId, pods: [agent, web] });
    expect(uidsOf(view([node]), [terminating()])).toEqual(['web']);
  });

  it.each<readonly [string, Partial<NodeClaimTermination>, readonly string[]]>([
    ['is not set', {}, []],
    ['is its grace period', { deadline: 99 }, ['web']],
    ['is that of the instance', { instanceEndsAt: 99 }, ['web']],
  ])('leaves out a pod that may stay for long, when the end of the node %s', (_, fields, uids) => {
    const budget = aPodDisruptionBudget('web', podsWith({ app: 'web' }));
    const node = aCachedNode({ providerId, pods: [web] });
    expect(uidsOf(view([node], [budget]), [terminating(fields)])).toEqual(uids);
  });
});

describe('podsOfTerminatingNodes, on a node that a user has just deleted', () => {
  it.each([
    ['its terminationGracePeriod ends', '10m', ['web']],
    ['nothing ends', null, []],
  ] as const)('a pod that may stay for long is one that %s', (_, grace, uids) => {
    const terms = { expireAfter: 'Never', terminationGracePeriod: grace };
    const claim = aNodeClaimRecord({
      clusterId: 'clu_1',
      id: 'ncl_1',
      state: 'Initialized',
      terms,
    });
    const node = aCachedNode({
      providerId: claim.instance?.providerId ?? '',
      deletionRequestedAt: 5,
      pods: [web],
    });
    const budget = aPodDisruptionBudget('web', podsWith({ app: 'web' }));
    expect(uidsOf(view([node], [budget]), [claim])).toEqual(uids);
  });
});

describe('withoutPods', () => {
  const a = aCachedNode({ name: 'a', pods: [web, aPod('other').running()] });
  const b = aCachedNode({ name: 'b', pods: [aPod('shop').running()] });

  it('removes the pods from their nodes and keeps other nodes as they are', () => {
    const [first, second] = withoutPods([a, b], [web]);
    expect(first?.pods.map(({ uid }) => uid)).toEqual(['other']);
    expect(second).toBe(b);
  });

  it('returns the same list without pods to remove', () => {
    const nodes = [a, b];
    expect(withoutPods(nodes, [])).toBe(nodes);
  });
});
