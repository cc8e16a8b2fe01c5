import { describe, expect, it } from 'vitest';
import { aReason } from '../../../testing/a-reason.js';
import type { PodVerdictKind } from '../../gql/graphql.js';
import {
  commonRequests,
  commonSchedulerMessage,
  ownerWords,
  toHeadline,
  toVerdictSummary,
} from './pending-pods-text.js';
import {
  type PendingGroup,
  type PendingPod,
  toMismatchRows,
  toVerdictGroups,
} from './to-pending-group.js';

type Verdict = NonNullable<PendingPod['verdict']>;

const verdict = (kind: PodVerdictKind, more: Partial<Verdict> = {}): Verdict => ({
  kind,
  evaluatedAt: '2026-11-21T14:00:00Z',
  nodeName: null,
  nodePool: null,
  nodeClaimId: null,
  decisionId: null,
  queuePosition: null,
  reasons: [],
  byNodePool: [],
  ...more,
});

const pod = (uid: string, given: PendingPod['verdict'], cpu = '1'): PendingPod => ({
  uid,
  name: uid,
  createdAt: '2026-11-21T13:59:00Z',
  schedulerMessage: 'no room',
  requests: [{ resource: 'cpu', amount: 1000, quantity: cpu }],
  verdict: given,
});

const limit = aReason({ code: 'LIMIT_EXCEEDED' });
const taint = aReason({ code: 'TAINT_NOT_TOLERATED' });

const blocked = verdict('UNSCHEDULABLE', {
  byNodePool: [
    { nodePool: 'general', reason: limit, nearest: null, fix: null },
    { nodePool: 'gpu', reason: taint, nearest: null, fix: null },
  ],
});

describe('toVerdictGroups', () => {
  it('groups pods by verdict, unschedulable pods first', () => {
    const launching = verdict('NEW_NODE', { nodePool: 'general', nodeClaimId: 'ncl_1' });
    const groups = toVerdictGroups([
      pod('a', launching),
      pod('b', blocked),
      pod('c', launching),
      pod('d', null),
    ]);
    expect(groups.map(({ kind, pods }) => [kind, pods.length])).toEqual([
      ['UNSCHEDULABLE', 1],
      ['NOT_CONSIDERED', 1],
      ['NEW_NODE', 2],
    ]);
    expect(toVerdictSummary(groups)).toBe(
      '1 unschedulable, 1 awaiting the next batch, 2 on a new node',
    );
  });

  it('keeps the order of NodePools, in which the nearest is first', () => {
    const [group] = toVerdictGroups([pod('a', blocked)]);
    expect(group?.mismatches.map(({ nodePool }) => nodePool)).toEqual(['general', 'gpu']);
  });

  it('returns no summary when all pods have the same verdict', () => {
    expect(toVerdictSummary(toVerdictGroups([pod('a', blocked), pod('b', blocked)]))).toBeNull();
  });

  it('counts the reasons of unschedulable pods with different ones', () => {
    const other = verdict('UNSCHEDULABLE', { reasons: [aReason({ code: 'NO_NODE_POOL' })] });
    const pods = [pod('a', blocked), pod('b', other), pod('c', blocked), pod('d', null)];
    expect(toVerdictSummary(toVerdictGroups(pods))).toBe(
      '3 unschedulable for 2 reasons, 1 awaiting the next batch',
    );
  });
});

describe('toHeadline', () => {
  const headlineOf = (given: PendingPod['verdict']) => {
    const [group] = toVerdictGroups([pod('a', given)]);
    return group === undefined ? undefined : toHeadline(group);
  };

  it('returns the reason of the nearest NodePool, or the one that applies to every NodePool', () => {
    expect(headlineOf(blocked)).toEqual({
      kind: 'reason',
      nodePool: 'general',
      reason: limit,
      otherPools: 1,
    });
    const refused = aReason({ code: 'NO_NODE_POOL' });
    expect(headlineOf(verdict('UNSCHEDULABLE', { reasons: [refused] }))).toEqual({
      kind: 'reason',
      nodePool: null,
      reason: refused,
      otherPools: 0,
    });
  });

  it.each([
    [
      verdict('NEW_NODE', { nodePool: 'general', nodeClaimId: 'ncl_1' }),
      'A node of NodePool general is being launched',
    ],
    [
      verdict('NEW_NODE', { nodePool: 'general' }),
      'Kerf would launch a node of NodePool general, but the cluster is in mode observe',
    ],
    [verdict('EXISTING_NODE', { nodeName: 'ip-1' }), 'Fits on ip-1; not bound yet'],
    [null, 'Awaiting the next scheduling batch'],
    [verdict('UNKNOWN'), 'Unknown to this version of the dashboard'],
    [verdict('UNSCHEDULABLE'), 'No NodePool matches, and no reason was recorded'],
  ])('describes what happens to the pods', (given, text) => {
    expect(headlineOf(given)).toEqual({ kind: 'text', text });
  });
});

describe('requests and messages that all pods of an owner share', () => {
  it('are returned', () => {
    expect(commonRequests([pod('a', null), pod('b', null)])).toBe('1 CPU');
    expect(commonSchedulerMessage([pod('a', null), pod('b', null)])).toBe('no room');
  });

  it('are `null` when they differ', () => {
    expect(commonRequests([pod('a', null), pod('b', null, '2')])).toBeNull();
    expect(
      commonSchedulerMessage([pod('a', null), { ...pod('b', null), schedulerMessage: null }]),
    ).toBeNull();
  });
});

describe('toMismatchRows', () => {
  const mismatch = (
    nodePool: string,
    code: 'LABEL_UNDEFINED' | 'VALUE_UNKNOWN',
    message: string,
  ) => ({
    nodePool,
    reason: aReason({ code, message }),
    nearest: null,
    fix: null,
  });

  it('merges NodePools with the same reason, nearest first', () => {
    const rows = toMismatchRows([
      mismatch('a', 'VALUE_UNKNOWN', 'no type has team x'),
      mismatch('b', 'LABEL_UNDEFINED', 'b does not define team'),
      mismatch('c', 'VALUE_UNKNOWN', 'no type has team x'),
      mismatch('d', 'LABEL_UNDEFINED', 'd does not define team'),
    ]);
    // A label is defined by a NodePool, and the sentence names it.
    expect(rows.map(({ nodePools }) => nodePools)).toEqual([['a', 'c'], ['b'], ['d']]);
  });
});

describe('ownerWords', () => {
  const group = (ownerKind: string, ownerName: string): PendingGroup => ({
    clusterId: 'clu_1',
    clusterName: 'prod',
    namespace: 'ux',
    ownerKind,
    ownerName,
    count: 1,
    oldestCreatedAt: '2026-11-21T13:59:00Z',
    lastEvaluatedAt: null,
    pods: [],
  });

  it('names the owner, or a pod without an owner', () => {
    expect(ownerWords(group('Job', 'indexer'))).toBe('Job ux/indexer');
    expect(ownerWords(group('None', 'debug'))).toBe('Pod ux/debug (no owner)');
  });
});
