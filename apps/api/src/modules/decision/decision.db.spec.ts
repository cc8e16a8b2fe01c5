import type { NodeClaim, ProvisionBody } from '@kerf/application';
import type { SavingProof } from '@kerf/engine';
import {
  aDecision,
  aNodeClaimRecord,
  anEmptyCommand,
  aPlannedClaim,
  aSavingProof,
  recordedAt,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
let number = 0;
let id = '';
const clusterId = storedFleet.cluster;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());
beforeEach(async () => {
  number += 1;
  id = `dec_${String(number).padStart(4, '0')}`;
  await api.api.parts.ports.store.decisions.insert(aDecision({ clusterId, id }), []);
});

const decide = async (verb: 'approve' | 'reject', input: object = {}) => {
  const type = verb === 'approve' ? 'ApproveDecisionInput' : 'RejectDecisionInput';
  const answer = await api.graphql(
    api.writer,
    `mutation ($input: ${type}!) { ${verb}Decision(input: $input) {
      decision { state decidedBy comment version events { kind actor } } userErrors { code field message } } }`,
    { input: { id, expectedVersion: 1, ...input } },
  );
  return at(answer.body, `data.${verb}Decision`);
};
const post = (verb: string, body: unknown = {}, headers = {}) =>
  api.send(
    'POST',
    `/api/v1/decisions/${id}/${verb}`,
    { ...api.writer, 'if-match': '"1"', ...headers },
    body,
  );

describe('approving a decision', () => {
  it('by GraphQL records the caller and the reason, and requests the execution', async () => {
    expect(await decide('approve', { comment: ' quiet hours ' })).toEqual({
      decision: {
        state: 'APPROVED',
        decidedBy: 'writer',
        comment: 'quiet hours',
        version: 2,
        events: [{ kind: 'Approved', actor: 'writer' }],
      },
      userErrors: [],
    });
    const { rows } = await api.api.parts.database.pool.query(
      `SELECT message FROM outbox WHERE message->>'decisionId' = $1`,
      [id],
    );
    expect(rows).toEqual([
      { message: { v: 1, type: 'disruption.execute', clusterId, decisionId: id } },
    ]);
  });

  it('by GraphQL is refused for a decision that was decided, has changed or does not exist', async () => {
    expect(await decide('approve', { expectedVersion: 7 })).toMatchObject({
      decision: { state: 'AWAITING_APPROVAL' },
      userErrors: [{ code: 'STALE', field: 'input.expectedVersion' }],
    });
    await decide('reject');
    expect(await decide('approve')).toMatchObject({
      decision: { state: 'REJECTED' },
      userErrors: [
        { code: 'ALREADY_DECIDED', message: 'writer has already rejected the decision.' },
      ],
    });
    expect(await decide('approve', { id: 'dec_none' })).toMatchObject({
      decision: null,
      userErrors: [{ code: 'NOT_FOUND' }],
    });
    expect(await decide('approve', { comment: 'x'.repeat(2_001) })).toMatchObject({
      userErrors: [{ code: 'INVALID', field: 'input.comment' }],
    });
  });

  it.each([
    ['Superseded', 'no longer valid'],
    ['Expired', 'has expired'],
    ['Proposed', 'being validated'],
  ] as const)('of one that is %s says so', async (state, words) => {
    const { store } = api.api.parts.ports;
    await store.decisions.insert(aDecision({ clusterId, id: `${id}-${state}`, state }), []);
    const answer = await decide('approve', { id: `${id}-${state}` });
    expect(at(answer, 'userErrors.0.code')).toBe('STALE');
    expect(at(answer, 'userErrors.0.message')).toContain(words);
  });

  it('twice under one key is one approval', async () => {
    const idempotencyKey = `approve-${number}`;
    const both = await Promise.all([1, 2, 3].map(() => decide('approve', { idempotencyKey })));
    expect(both).toContainEqual(expect.objectContaining({ userErrors: [] }));
    expect(await decide('approve', { idempotencyKey })).toMatchObject({ userErrors: [] });
    expect(await post('approve', {}, { 'idempotency-key': idempotencyKey })).toMatchObject({
      status: 200,
      body: { state: 'APPROVED' },
    });
    expect(await decide('approve', { idempotencyKey: '' })).toBeUndefined();
  });

  it('by REST goes by If-Match', async () => {
    expect((await post('approve', {}, { 'if-match': '' })).status).toBe(428);
    expect((await post('approve', {}, { 'if-match': '"7"' })).status).toBe(412);
    const answer = await post('approve', { comment: 'fine' });
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'APPROVED', decidedBy: 'writer', comment: 'fine', version: 2 },
    });
    expect(await post('reject')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('is refused to a caller who may only read', async () => {
    const headers = { ...api.reader, 'if-match': '"1"' };
    const path = `/api/v1/decisions/${id}/approve`;
    expect((await api.send('POST', path, headers, {})).status).toBe(403);
  });
});

describe('rejecting a decision', () => {
  it('ends the decision, by GraphQL and REST', async () => {
    expect(await decide('reject', { comment: 'no' })).toMatchObject({
      decision: { state: 'REJECTED', comment: 'no' },
      userErrors: [],
    });
    number += 1;
    id = `dec_${String(number).padStart(4, '0')}`;
    await api.api.parts.ports.store.decisions.insert(aDecision({ clusterId, id }), []);
    expect(await post('reject')).toMatchObject({ status: 200, body: { state: 'REJECTED' } });
  });
});

describe('reading decisions', () => {
  it('shows the nodes to remove, the moves of pods, and the rule that allowed it', async () => {
    const answer = await api.graphql(
      api.reader,
      `{ decision(id: "${storedFleet.emptyDecision}") {
        kind observeOnly approvalsNeeded costChange candidates { nodeName capacityType price daemonPods }
        moves { pod from to } budgets { allowed limitingBudget { index nodes } } plannedClaims { plannedId } } }`,
    );
    expect(at(answer.body, 'data.decision')).toEqual({
      kind: 'EMPTY',
      observeOnly: false,
      approvalsNeeded: 1,
      costChange: '-0.096',
      candidates: [
        { nodeName: 'ip-10-0-0-1', capacityType: 'ON_DEMAND', price: '0.096', daemonPods: 2 },
      ],
      moves: [{ pod: 'shop/web-bound', from: 'ip-10-0-0-1', to: 'ip-10-0-0-2' }],
      budgets: [{ allowed: 1, limitingBudget: { index: 0, nodes: '10%' } }],
      plannedClaims: [],
    });
  });

  it('has its savings and disruption cost, and the distance from the possible maximum', async () => {
    const bound = {
      costMicroUsdPerHour: 500_000,
      mostSavingMicroUsdPerHour: 120_000,
      gapRatio: 404 / 380 - 1,
    };
    const bounded = `${id}b`;
    await api.api.parts.ports.store.decisions.insert(
      aDecision({
        clusterId,
        id: bounded,
        body: { type: 'Disrupt', command: anEmptyCommand({ bound }), budgets: [] },
      }),
      [],
    );
    const answer = await api.graphql(
      api.reader,
      `{ decisions(first: 100) { nodes { id disruptionCost savingsRatio savingGapRatio
          savingBound { saving mostSaving } } } }`,
    );
    const { body } = await api.send('GET', `/api/v1/decisions/${bounded}`, api.reader);
    const figures = {
      disruptionCost: 2,
      savingsRatio: '0.048',
      savingGapRatio: bound.gapRatio,
      savingBound: { saving: '0.096', mostSaving: '0.12' },
    };
    expect(at(answer.body, 'data.decisions.nodes')).toContainEqual({ id: bounded, ...figures });
    expect(body).toMatchObject(figures);
  });

  it('checks the bound of its saving from the stored proof', async () => {
    const { decisions } = api.api.parts.ports.store;
    const bound = {
      costMicroUsdPerHour: 192_000,
      mostSavingMicroUsdPerHour: 96_000,
      gapRatio: 0,
    };
    const store = async (name: string, proof: SavingProof) => {
      const body = { type: 'Disrupt', command: anEmptyCommand({ bound }), budgets: [] } as const;
      await decisions.insert(aDecision({ clusterId, id: `${id}${name}`, body }), []);
      await decisions.addSavingProof(`${id}${name}`, proof);
    };
    const proof = aSavingProof();
    await store('proved', proof);
    await store('forged', {
      ...proof,
      removable: proof.removable.map((one) => ({ ...one, allowed: 2 })),
    });
    const check = (name: string) =>
      api.send('GET', `/api/v1/decisions/${id}${name}/saving-proof`, api.reader);
    expect((await check('proved')).body).toEqual({
      isProved: true,
      problem: null,
      mostSaving: '0.096',
      nodes: 2,
      offers: 1,
      podGroups: 1,
      proof,
    });
    expect((await check('forged')).body).toMatchObject({
      isProved: false,
      problem: 'The proof allows savings of 192000, more than the bound.',
    });
    expect((await check('')).body).toMatchObject({
      isProved: false,
      problem: 'No proof is stored with this decision.',
      proof: null,
    });
    expect((await check('none')).status).toBe(404);
    const answer = await api.graphql(
      api.reader,
      `{ proved: savingProof(id: "${id}proved") { isProved mostSaving }
         none: savingProof(id: "dec_none") { isProved } }`,
    );
    expect(at(answer.body, 'data')).toEqual({
      proved: { isProved: true, mostSaving: '0.096' },
      none: null,
    });
  });

  it('shows the planned NodeClaims, their pods, and the excluded instance types', async () => {
    const answer = await api.graphql(
      api.reader,
      `{ decision(id: "${storedFleet.provisionDecision}") { plannedClaims {
        plannedId nodeClaim { id state } pods { name owner } requests { quantity } requirements
        expected { instanceType price } options { zone } optionCount
        rejected { reason { code data } count examples } } existingPlacements { nodeName pods { uid } } } }`,
    );
    expect(at(answer.body, 'data.decision')).toEqual({
      plannedClaims: [
        {
          plannedId: 'claim-0001',
          nodeClaim: { id: 'ncl_1', state: 'INITIALIZED' },
          pods: [{ name: 'web-waits-2', owner: 'ReplicaSet/web' }],
          requests: [{ quantity: '1' }],
          requirements: ['kubernetes.io/arch In [amd64, arm64]'],
          expected: { instanceType: 'm5.large', price: '0.04' },
          options: [{ zone: 'us-east-1a' }],
          optionCount: 7,
          rejected: [
            { reason: { code: 'OFFERING_UNPRICED', data: {} }, count: 2, examples: ['x1.large'] },
          ],
        },
      ],
      existingPlacements: [{ nodeName: 'ip-10-0-0-1', pods: [{ uid: 'bound' }] }],
    });
  });

  it('shows the results of its nodes, one by one and in the feed', async () => {
    const { store } = api.api.parts.ports;
    const elsewhere = storedFleet.otherCluster;
    const claim = (suffix: string, fields: Partial<NodeClaim>) =>
      aNodeClaimRecord({
        clusterId: elsewhere,
        id: `ncl_${id}_${suffix}`,
        instance: null,
        ...fields,
      });
    const claims = [
      claim('1', { state: 'Initialized', initializedAt: recordedAt }),
      claim('2', { state: 'LaunchFailed' }),
      claim('3', { state: 'LaunchFailed' }),
    ];
    await store.nodeClaims.insert(claims);
    const decision = aDecision({
      clusterId: elsewhere,
      id: `${id}-partly`,
      kind: 'Provision',
      state: 'Executed',
      nodeCount: 3,
      nodeClaimIds: claims.map((each) => each.id),
    });
    await store.decisions.insert(decision, [
      { at: recordedAt, kind: 'Executed', actor: 'kerf', data: {} },
    ]);
    const outcome = {
      succeededNodes: 1,
      launchFailedNodes: 2,
      notReadyNodes: 0,
      remainingNodes: 0,
    };
    const fields = 'succeededNodes launchFailedNodes notReadyNodes remainingNodes';
    const answer = await api.graphql(
      api.reader,
      `{ decision(id: "${id}-partly") { outcome { ${fields} } }
        fleetEvents(decisionEvents: ["Executed"], first: 50) {
          decisionId decisionOutcome { ${fields} } } }`,
    );
    expect(at(answer.body, 'data.decision')).toEqual({ outcome });
    expect(at(answer.body, 'data.fleetEvents')).toContainEqual({
      decisionId: `${id}-partly`,
      decisionOutcome: outcome,
    });
    const rest = await api.send('GET', `/api/v1/decisions/${id}-partly`, api.reader);
    expect(rest.body).toMatchObject({ outcome });
  });

  it('shows the drift, its time, and the pods of each replacement', async () => {
    const fields = [{ path: 'spec.template.metadata.labels.team', before: 'web', after: null }];
    const [candidate] = anEmptyCommand().candidates;
    await api.api.parts.ports.store.decisions.insert(
      aDecision({
        clusterId,
        id: `${id}-drift`,
        kind: 'Drift',
        body: {
          type: 'Disrupt',
          command: anEmptyCommand({
            method: 'Drift',
            reason: 'Drifted',
            replacements: [aPlannedClaim()],
            moves: [
              { podUid: 'u1', pod: 'shop/web-1', from: 'ip-10-0-0-1', to: 'claim-0001' },
              { podUid: 'u2', pod: 'shop/web-2', from: 'ip-10-0-0-1', to: 'ip-10-0-0-2' },
            ],
          }),
          budgets: [],
          drift: [
            {
              nodeName: candidate?.nodeName ?? '',
              reason: 'NodePoolDrifted',
              definition: 'NodePool/default',
              since: recordedAt,
              fields,
            },
          ],
        },
      }),
      [],
    );
    const drift = {
      reason: 'NodePoolDrifted',
      definition: 'NodePool/default',
      since: new Date(recordedAt).toISOString(),
      fields,
    };
    const plannedClaims = [{ pods: [{ uid: 'u1', namespace: 'shop', name: 'web-1', owner: '' }] }];
    const answer = await api.graphql(
      api.reader,
      `{ decision(id: "${id}-drift") { candidates { drift { reason definition since
        fields { path before after } } } plannedClaims { pods { uid namespace name owner } } } }`,
    );
    expect(at(answer.body, 'data.decision')).toEqual({ candidates: [{ drift }], plannedClaims });
    const rest = await api.send('GET', `/api/v1/decisions/${id}-drift`, api.reader);
    expect(rest.body).toMatchObject({ candidates: [{ drift }], plannedClaims });
  });

  it('by REST lists by filter and gives one with all of it', async () => {
    const list = await api.send(
      'GET',
      '/api/v1/decisions?state=EXECUTED&state=FAILED&kind=PROVISION&cluster=prod-eu-1',
      api.reader,
    );
    expect(at(list.body, 'items')).toMatchObject([{ id: storedFleet.provisionDecision }]);
    expect(at(list.body, 'items.0')).not.toHaveProperty('plannedClaims');
    const one = await api.send(
      'GET',
      `/api/v1/decisions/${storedFleet.provisionDecision}`,
      api.reader,
    );
    expect(one.body).toMatchObject({ plannedClaims: [{ nodeClaimId: 'ncl_1', optionCount: 7 }] });
    expect((await api.send('GET', '/api/v1/decisions/dec_none', api.reader)).status).toBe(404);
  });
});

describe('a plan', () => {
  const provision: ProvisionBody = {
    type: 'Provision',
    batchId: 'bat_1',
    result: {
      engineVersion: '1',
      newNodeClaims: [aPlannedClaim({ podUids: ['waits-2'] })],
      existingNodes: [],
      unschedulable: [
        {
          podUid: 'too-big',
          reasons: [],
          byNodePool: [
            {
              nodePool: 'default',
              reason: {
                code: 'RESOURCE_TOO_LARGE',
                resource: 'cpu',
                requested: 64_000,
                daemons: 0,
                largest: 1_900,
                instanceType: 'm5.large',
                fitting: null,
              },
              nearest: {
                instanceType: 'm5.large',
                shortages: [{ resource: 'cpu', requested: 64_000, allocatable: 1_900 }],
              },
              fix: null,
            },
          ],
          queuePosition: 1,
          evaluatedAt: 1_000,
        },
      ],
      totalPriceMicroUsdPerHour: 40_000,
      cost: {
        planMicroUsdPerHour: 65_000,
        lowerBoundMicroUsdPerHour: 52_000,
        gapRatio: 0.25,
        firstFitMicroUsdPerHour: 70_000,
        firstFitNodes: 2,
        nodeChargeMicroUsdPerHour: 25_000,
        method: 'Greedy',
        gapParts: {
          offeringPremiumMicroUsdPerHour: 14_000,
          unusedCapacityMicroUsdPerHour: -1_000,
          placementPremiumMicroUsdPerHour: 0,
        },
        diversityMicroUsdPerHour: 3_000,
        nodeGaps: [
          {
            dualValueMicroUsdPerHour: 52_000,
            offeringPremiumMicroUsdPerHour: 14_000,
            unusedCapacityMicroUsdPerHour: -1_000,
            placementPremiumMicroUsdPerHour: 0,
          },
        ],
        certificate: { isExhaustive: false, resources: [], slots: [], pods: [], dualPrices: [] },
      },
    },
    optionCounts: {},
    pods: {},
    claims: {},
  };
  const record = (body: ProvisionBody) =>
    api.api.parts.ports.store.decisions.insert(
      aDecision({ clusterId, id: `${id}-plan`, kind: 'Provision', body }),
      [],
    );
  const read = async (fields: string) => {
    const answer = await api.graphql(api.reader, `{ decision(id: "${id}-plan") { ${fields} } }`);
    return at(answer.body, 'data.decision');
  };
  const get = async () => (await api.send('GET', `/api/v1/decisions/${id}-plan`, api.reader)).body;

  it('shows its cost, the lower bound and the origin of the gap', async () => {
    await record(provision);
    const planCost = {
      cost: '0.065',
      lowerBound: '0.052',
      gapRatio: 0.25,
      firstFitCost: '0.07',
      firstFitNodeCount: 2,
      nodeCharge: '0.025',
      method: 'GREEDY',
      diversity: '0.003',
      gapParts: { offeringPremium: '0.014', unusedCapacity: '-0.001', placementPremium: '0' },
    };
    const plannedClaims = [{ gap: { dualValue: '0.052', parts: planCost.gapParts } }];
    expect(
      await read(`planCost { cost lowerBound gapRatio firstFitCost firstFitNodeCount nodeCharge method
        diversity gapParts { offeringPremium unusedCapacity placementPremium } }
        plannedClaims { gap { dualValue parts { offeringPremium unusedCapacity placementPremium } } }`),
    ).toEqual({ planCost, plannedClaims });
    expect(await get()).toMatchObject({ planCost, plannedClaims });
  });

  it('names the pods it leaves waiting, with the nearest miss of each pool', async () => {
    await record(provision);
    const unschedulable = {
      pod: { uid: 'too-big', name: 'too-big' },
      reasons: [],
      byNodePool: [
        {
          nodePool: 'default',
          reason: { code: 'RESOURCE_TOO_LARGE' },
          nearest: {
            instanceType: 'm5.large',
            shortages: [{ resource: 'cpu', requested: 64_000, allocatable: 1_900 }],
          },
        },
      ],
      queuePosition: 1,
      evaluatedAt: '1970-01-01T00:00:01.000Z',
    };
    expect(
      await read(`unschedulable { pod { uid name } reasons { code } queuePosition evaluatedAt
        byNodePool { nodePool reason { code }
          nearest { instanceType shortages { resource requested allocatable } } } }`),
    ).toEqual({ unschedulable: [unschedulable] });
    expect(await get()).toMatchObject({ unschedulable: [unschedulable] });
  });

  it('of a record from before there were bounds has no cost, and so have other kinds', async () => {
    await record(provision);
    await api.api.parts.database.pool.query(
      `UPDATE decisions SET body = (body #- '{result,cost}') - 'v'::text WHERE id = $1`,
      [`${id}-plan`],
    );
    expect(await read('planCost { cost }')).toEqual({ planCost: null });
    expect(await get()).toMatchObject({ planCost: null });
    const path = `/api/v1/decisions/${storedFleet.emptyDecision}`;
    const removal = (await api.send('GET', path, api.reader)).body;
    expect(removal).toMatchObject({ planCost: null, unschedulable: [] });
  });
});
