import type { NodeClaim, OperationFailure } from '@kerf/application';
import { invariant } from '@kerf/core';
import { aDecision, aNodeClaimRecord, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at as valueAt } from '../../testing/api-under-test.js';

const clusterId = storedFleet.cluster;
const minute = 60_000;
let api: ApiUnderTest;

const termination = (
  step: 'Requested' | 'Cordoned' | 'InstanceTerminating',
  waitingFor: string | null = null,
): Partial<NodeClaim> => ({
  state: 'Terminating',
  termination: { step, reason: 'Drifted', startedAt: 0, deadline: null, waitingFor, stepAt: 0 },
});

const claims: readonly (readonly [name: string, changes: Partial<NodeClaim>])[] = [
  ['one', { state: 'Terminated' }],
  ['two', termination('Cordoned', 'PodDisruptionBudget shop/web blocks eviction of pod web-1')],
  ['three', termination('Cordoned')],
  ['four', termination('InstanceTerminating')],
  ['new', { state: 'Initialized' }],
];
const idOf = (name: string): string => `ncl_progress_${name}`;

async function fail(
  object: OperationFailure['object'],
  operation: string,
  times: number,
): Promise<void> {
  const { store } = api.api.parts.ports;
  const at = Date.now() - 2 * minute;
  for (let count = 0; count < times; count += 1) {
    await store.operationFailures.record([
      {
        clusterId,
        operation,
        object,
        errorCode: 'CLUSTER.FORBIDDEN',
        message: 'PATCH /api/v1/nodes/two: forbidden',
        remedy: 'Grant “patch nodes”.',
        at,
      },
    ]);
  }
}

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  await store.nodeClaims.insert(
    claims.map(([name, changes]) =>
      aNodeClaimRecord({ clusterId, id: idOf(name), name: `progress-${name}`, ...changes }),
    ),
  );
  const decision = aDecision({ clusterId, id: 'dec_progress', kind: 'Drift', state: 'Executing' });
  invariant(decision.body.type === 'Disrupt', 'drift is a disruption');
  await store.decisions.insert(
    {
      ...decision,
      nodeCount: 4,
      executionStep: 'MarkedForDeletion',
      nodeClaimIds: ['one', 'two', 'three', 'four'].map(idOf),
      body: { ...decision.body, replacementClaims: { 'claim-0001': idOf('new') } },
    },
    [],
  );
  const two = { kind: 'NodeClaim', id: idOf('two'), name: 'progress-two' } as const;
  await fail(two, 'node-claim.terminate', 3);
  await fail(
    { kind: 'Decision', id: 'dec_progress', name: 'dec_progress' },
    'disruption.execute',
    1,
  );
});
afterAll(() => api.close());

const query = async (text: string): Promise<unknown> => {
  const { body } = await api.graphql(api.reader, `{ ${text} }`);
  return valueAt(body, 'data');
};

const terminateFails = {
  operation: 'node-claim.terminate',
  object: 'NodeClaim/progress-two',
  errorCode: 'CLUSTER.FORBIDDEN',
  message: 'PATCH /api/v1/nodes/two: forbidden',
  remedy: 'Grant “patch nodes”.',
  attempts: 3,
};

describe('a decision that is executed', () => {
  const progress = {
    done: 1,
    total: 4,
    phases: [
      { phase: 'READY', count: 1 },
      { phase: 'DRAINING', count: 2 },
      { phase: 'TERMINATING', count: 1 },
      { phase: 'GONE', count: 1 },
    ],
    waitingFor: ['progress-two: PodDisruptionBudget shop/web blocks eviction of pod web-1'],
  };

  it('shows by GraphQL its progress, and the operations that keep failing', async () => {
    const data = await query(`decision(id: "dec_progress") { progress {
      done total phases { phase count } waitingFor
      failures { operation object errorCode message remedy attempts } } }`);
    expect(valueAt(data, 'decision.progress')).toEqual({
      ...progress,
      failures: [
        expect.objectContaining({ operation: 'disruption.execute', attempts: 1 }),
        terminateFails,
      ],
    });
  });

  it('shows the same by REST', async () => {
    const { body } = await api.send('GET', '/api/v1/decisions/dec_progress', api.reader);
    expect(valueAt(body, 'progress')).toMatchObject({
      ...progress,
      failures: [{}, terminateFails],
    });
  });

  it('has its last step spelled as other enumerations are', async () => {
    const step = 'MARKED_FOR_DELETION';
    expect(await query('decision(id: "dec_progress") { executionStep }')).toEqual({
      decision: { executionStep: step },
    });
    const { body } = await api.send('GET', '/api/v1/decisions/dec_progress', api.reader);
    expect(valueAt(body, 'executionStep')).toBe(step);
  });

  it('has no progress before and after', async () => {
    const { store } = api.api.parts.ports;
    for (const state of ['AwaitingApproval', 'Executed'] as const) {
      const id = `dec_${state}`;
      await store.decisions.insert(aDecision({ clusterId, id, state }), []);
      expect(await query(`decision(id: "${id}") { progress { done } }`)).toEqual({
        decision: { progress: null },
      });
    }
  });
});

describe('a claim', () => {
  it('names the operation that keeps failing for it', async () => {
    const data = await query(
      `nodeClaim(id: "${idOf('two')}") { failures { operation object errorCode message remedy attempts } }`,
    );
    expect(valueAt(data, 'nodeClaim.failures')).toEqual([terminateFails]);
    const { body } = await api.send('GET', `/api/v1/node-claims/${idOf('two')}`, api.reader);
    expect(valueAt(body, 'failures')).toMatchObject([terminateFails]);
  });
});

describe('a cluster', () => {
  it('has a finding for each operation that has failed for more than a minute', async () => {
    const finding = {
      code: 'OPERATION_FAILING',
      object: 'Operation/node-claim.terminate',
      message:
        'Draining and terminating NodeClaim progress-two fails: CLUSTER.FORBIDDEN: PATCH /api/v1/nodes/two: forbidden',
      remedy: 'Grant “patch nodes”.',
      count: 3,
    };
    const data = await query(
      `cluster(id: "${clusterId}") { findings { code object message remedy count } }`,
    );
    expect(valueAt(data, 'cluster.findings')).toContainEqual(finding);
    const { body } = await api.send('GET', `/api/v1/clusters/${clusterId}`, api.reader);
    expect(valueAt(body, 'findings')).toContainEqual(expect.objectContaining(finding));
  });
});
