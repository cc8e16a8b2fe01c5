import { anEmptyCommand } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type Decision, type DecisionEvent, kerfActor } from '../domain/decision/decision.js';
import { addNode, storeDecision } from '../testing/disruption-setup.js';
import { addInstance, joinNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordStalls } from './record-stalls.js';
import { stalledAfterMs } from './stall.js';

/** Stores decision `dec_1` that was proposed ten minutes ago. */
async function setUp(fields: Partial<Decision> = {}) {
  const setup = await setUpCluster();
  const node = await addNode(setup, 'a');
  await storeDecision(setup, [node], fields);
  setup.clock.advance(stalledAfterMs);
  return setup;
}

async function findings({ ports, clusterId, store }: ClusterSetup) {
  await recordStalls(ports, clusterId);
  return store.tables.findings.all().filter(({ code }) => code === 'DECISION_STALLED');
}

const add = (setup: ClusterSetup, event: Pick<DecisionEvent, 'kind'> & Partial<DecisionEvent>) =>
  setup.store.decisions.addEvents('dec_1', [
    { at: setup.clock.now(), actor: kerfActor, data: {}, ...event },
  ]);

const withReplacement: Partial<Decision> = {
  kind: 'Consolidate',
  state: 'Executing',
  executionStep: 'ReplacementsRequested',
  body: {
    type: 'Disrupt',
    command: anEmptyCommand(),
    budgets: [],
    replacementClaims: { 'claim-0001': 'ncl_1' },
  },
};

describe('a stalled decision', () => {
  it('that was not validated is named with what the delay costs and a remedy', async () => {
    expect(await findings(await setUp())).toMatchObject([
      {
        object: 'Decision/dec_1',
        message:
          'The decision has made no progress for 10m: it has not been validated. The delay costs $0.0960 per hour.',
        remedy:
          'Restart the worker of the cluster, which takes up open decisions, and report this with its log.',
      },
    ]);
  });

  it.each<[string, Partial<Decision>, string]>([
    [
      'approved and not started',
      { state: 'Approved' },
      'it is approved, and its execution has not started',
    ],
    [
      'not marking its nodes',
      { state: 'Executing', executionStep: 'Tainted' },
      'its nodes have not been marked for deletion',
    ],
    ['without launches', withReplacement, 'its replacements have not been launched'],
  ])('is one %s', async (_what, fields, cause) => {
    expect((await findings(await setUp(fields)))[0]?.message).toContain(`: ${cause}.`);
  });

  it('names the cause of a replacement that is not ready, and counts what it costs', async () => {
    const setup = await setUp(withReplacement);
    const { clock } = setup;
    const claim = await storeNodeClaim(setup, { state: 'Registered', registeredAt: clock.now() });
    addInstance(setup, claim);
    joinNode(setup, claim, { isReady: false });
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringMatching(
          /: it waits for its replacement default-ncl_1: node .* is not Ready\. The delay costs \$0\.1360 per hour\.$/,
        ),
        remedy: expect.stringContaining('the logs of its kubelet'),
      },
    ]);
  });

  it('names the error that delays it, which is no progress', async () => {
    const setup = await setUp({ state: 'Approved' });
    await add(setup, { kind: 'ExecutionDelayed', data: { detail: 'the API server refused it.' } });
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringContaining(': its execution is delayed: the API server refused it. '),
      },
    ]);
  });

  it('names the operation that keeps failing, with its remedy', async () => {
    const setup = await setUp();
    const { store, clusterId, clock } = setup;
    await store.operationFailures.record([
      {
        clusterId,
        operation: 'disruption.validate',
        object: { kind: 'Decision', id: 'dec_1', name: 'dec_1' },
        errorCode: 'CLUSTER.FORBIDDEN',
        message: 'nodes is forbidden.',
        remedy: 'Apply the ClusterRole again.',
        at: clock.now(),
      },
    ]);
    expect(await findings(setup)).toMatchObject([
      {
        message: expect.stringContaining(
          ': disruption.validate keeps failing: nodes is forbidden. ',
        ),
        remedy: 'Apply the ClusterRole again.',
      },
    ]);
  });

  it('is cleared by its next step, and reported again ten minutes later', async () => {
    const setup = await setUp({ state: 'Executing', executionStep: 'Tainted' });
    expect(await findings(setup)).toHaveLength(1);
    await add(setup, { kind: 'StepDone', data: { step: 'Tainted' } });
    expect(await findings(setup)).toEqual([]);
    setup.clock.advance(stalledAfterMs - 1);
    expect(await findings(setup)).toEqual([]);
    setup.clock.advance(1);
    expect(await findings(setup)).toHaveLength(1);
  });

  it('says when the cost is unknown, or there is none', async () => {
    const unknown = await setUp({ costChangeMicroUsdPerHour: null });
    expect((await findings(unknown))[0]?.message).toMatch(/What the delay costs is unknown\.$/);
    const drift = await setUp({ kind: 'Drift', costChangeMicroUsdPerHour: 96_000 });
    expect((await findings(drift))[0]?.message).toMatch(/The delay costs nothing\.$/);
  });

  it.each<[string, Partial<Decision>]>([
    ['awaits approval', { state: 'AwaitingApproval' }],
    ['is observed only', { verdict: { kind: 'ObserveOnly' } }],
    [
      'drains, which is reported itself',
      { state: 'Executing', executionStep: 'MarkedForDeletion' },
    ],
    ['was executed', { state: 'Executed' }],
  ])('is none that %s', async (_what, fields) => {
    expect(await findings(await setUp(fields))).toEqual([]);
  });
});
