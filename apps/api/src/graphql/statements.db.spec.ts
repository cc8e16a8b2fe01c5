import {
  aCluster,
  aDecision,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aNodeRow,
  anApproval,
  anEmptyCommand,
  anInterruption,
  aPodRow,
  aRevisionOf,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../testing/api-under-test.js';

const clusterId = 'clu_0';
const [few, more] = [3, 30];

let api: ApiUnderTest;
/** An administrator who is a member of a team, so that teams are read too. */
let grace: Sender;
/** By list: its number of statements for a few rows, and for more. */
const counts = new Map<string, { few: number; more: number; rows: number }>();

const resource = '{ resource amount }';
const definition = 'id manifest revisions { revision }';

/** The lists with every field that is read separately from the row. */
const lists = {
  clusters: `clusters(first: 50) { totalCount nodes {
    id attention { kind } summary { nodes } findings { code } nodeOverlays { name }
    capacityBuffers { name } checks { step } settings { searchMs } } }`,
  nodePools: `nodePools(first: 50) { totalCount nodes { ${definition}
    isReady notReadyReason presentReplicas nodes price unpricedNodes limits { usage }
    registrationHealth { failures } findings { code } budgets { allowed } } }`,
  nodeClasses: `nodeClasses(first: 50) { totalCount nodes { ${definition} nodePools } }`,
  nodes: `nodes(clusterId: "${clusterId}", first: 50) { totalCount totals { price } nodes {
    name labels taints { key } allocatable ${resource} requested ${resource}
    nodeClaim { id failures { message } } pods { uid } } }`,
  nodeClaims: `nodeClaims(clusterId: "${clusterId}", first: 50) { totalCount nodes {
    id failures { message } } }`,
  pendingPodGroups: 'pendingPodGroups(first: 50) { totalCount nodes { pods { uid } } }',
  interruptions: 'interruptions(first: 50) { totalCount nodes { id replacements { id } } }',
  decisions: `decisions(first: 50) { totalCount nodes {
    id progress { done } outcome { remainingNodes } plannedClaims { nodeClaim { id } }
    existingPlacements { nodeName } planCost { cost } unschedulable { evaluatedAt } candidates { nodeName }
    moves { pod } terminateFirst { code } savingBound { saving } interruptionId deadline staticPool { held }
    standaloneClaim deletedObject budgets { allowed } events { kind }
    approval { refusal rule reviews { verdict } } } }`,
  ofOnePage: `clusters(first: 50) { nodes { id summary { nodes } } }
    nodePools(first: 50) { nodes { id nodes budgets { allowed } } }
    nodes(clusterId: "${clusterId}", first: 50) { nodes { name nodeClaim { id } pods { uid } } }
    decisions(first: 50) { totalCount nodes { id candidates { nodeName } approval { refusal } } }`,
} as const;

/** Stores these numbers of everything that is listed; each has what its lazy fields read. */
async function store(from: number, to: number): Promise<void> {
  const { store: records } = api.api.parts.ports;
  for (let index = from; index < to; index += 1) {
    const ownId = `clu_${index}`;
    await records.clusters.insert(aCluster({ id: ownId, name: `cluster-${index}` }));
    for (const one of [
      aNodePoolDefinition({ clusterId, name: `pool-${index}`, id: `npl_${index}` }),
      aNodeClassDefinition({ clusterId, name: `class-${index}`, id: `ncs_${index}` }),
    ]) {
      await records.definitions.insert(one, aRevisionOf(one));
    }
    const claim = { id: `ncl_${index}`, name: `claim-${index}`, nodePool: `pool-${index}` };
    await records.nodeClaims.insert(
      [aNodeClaimRecord({ clusterId, ...claim, instance: null })],
      new Map(),
    );
    const node = { name: `node-${index}`, nodePool: claim.nodePool, nodeClaimId: claim.id };
    await records.readModel.applyNodes(clusterId, [aNodeRow({ clusterId, ...node })], []);
    await records.readModel.applyPods(
      clusterId,
      [
        aPodRow({ clusterId, uid: `bound-${index}`, phase: 'Bound', nodeName: node.name }),
        aPodRow({ clusterId, uid: `waits-${index}`, ownerName: `app-${index}` }),
      ],
      [],
    );
    await records.decisions.insert(
      aDecision({
        clusterId,
        id: `dec_${index}`,
        state: 'AwaitingApproval',
        verdict: { kind: 'NeedsApproval', approvals: 1 },
        body: { type: 'Disrupt', command: anEmptyCommand(), budgets: [] },
        nodePools: [claim.nodePool],
        approval: anApproval(),
      }),
      [],
    );
    await records.interruptions.insert(anInterruption({ clusterId, id: `int_${index}` }));
  }
}

/**
 * Returns how many connections a request takes from the pool, one for each statement, without those that
 * count the request: their number depends on the requests of the last second.
 */
async function statementsOf(list: string): Promise<{ statements: number; rows: number }> {
  let statements = 0;
  const { pool } = api.api.parts.database;
  const count = () => {
    statements += 1;
  };
  pool.on('acquire', count);
  const queries = vi.spyOn(pool, 'query');
  const answer = await api.graphql(grace, `{ ${list} }`);
  pool.off('acquire', count);
  const ofLimits = queries.mock.calls.filter((call) => /rate_limits/.test(JSON.stringify(call)));
  queries.mockRestore();
  expect(answer.body).not.toHaveProperty('errors');
  const [name = ''] = /\w+/.exec(list) ?? [];
  const nodes: unknown = at(answer.body, `data.${name}.nodes`);
  return {
    statements: statements - ofLimits.length,
    rows: Array.isArray(nodes) ? nodes.length : 0,
  };
}

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  grace = await api.signIn('grace');
  const { access, identity } = api.api.parts.ports.store;
  const found = await identity.findUserByName('grace');
  await access.insertTeam({
    id: 'tem_shop',
    name: 'shop',
    owns: [],
    members: [{ kind: 'User', id: found?.user.id ?? '' }],
    createdAt: 0,
    version: 1,
  });
  await store(0, few);
  for (const [name, list] of Object.entries(lists)) {
    // The first request reads what later ones know, e.g. the token.
    await statementsOf(list);
    const { statements } = await statementsOf(list);
    counts.set(name, { few: statements, more: 0, rows: 0 });
  }
  await store(few, more);
  for (const [name, list] of Object.entries(lists)) {
    const { statements, rows } = await statementsOf(list);
    counts.set(name, { few: counts.get(name)?.few ?? 0, more: statements, rows });
  }
});
afterAll(() => api.close());

describe('the number of SQL statements', () => {
  it.each(Object.keys(lists))('does not grow with the rows of %s', (name) => {
    const count = counts.get(name);
    expect(count?.rows).toBe(more);
    expect(count?.few).toBeGreaterThan(0);
    expect(count?.more).toBe(count?.few);
  });
});
