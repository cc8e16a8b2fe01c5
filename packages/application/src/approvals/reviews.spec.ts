import { describe, expect, it } from 'vitest';
import { replanDecision } from '../disruption/replan-decision.js';
import type { Decision } from '../domain/decision/decision.js';
import { organizationAdmin } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import { addNode, historyOf, requestedJobs, storedDecision } from '../testing/disruption-setup.js';
import { storeAwaiting } from '../testing/reviewed-decision.js';
import { ada, addPerson, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { breakGlass } from './break-glass.js';
import { commentDecision } from './comment-decision.js';
import { approveDecision } from './decide.js';
import type { DecideInput } from './decide-outcome.js';
import { excludeNodes } from './exclude-nodes.js';
import { reviewerOf } from './reviewer-of.js';
import { whyNotApprove } from './why-not-approve.js';
import { withdrawApproval } from './withdraw-approval.js';

const grace: Principal = { kind: 'User', id: 'usr_grace', name: 'grace', ...organizationAdmin };
const viewer: Principal = { ...grace, id: 'usr_v', name: 'viewer', grants: [], roles: ['viewer'] };
const twoOfAdmins = {
  rule: 'two',
  approvals: 2,
  from: { roles: ['admin'], teams: [], people: [] },
};
const input = (fields: Partial<DecideInput> = {}): DecideInput => ({
  decisionId: 'dec_1',
  expectedVersion: 1,
  comment: null,
  requestId: null,
  ...fields,
});

/** A decision to remove two empty nodes that needs two approvals. */
async function awaitingTwo(fields: Partial<Decision> = {}): Promise<ClusterSetup> {
  const setup = await setUpCluster({ mode: 'approve' });
  await addPerson(setup.store, grace);
  const nodes = [await addNode(setup, 'a'), await addNode(setup, 'b')];
  await storeAwaiting(setup, nodes, twoOfAdmins, fields);
  return setup;
}

const digestOf = async (setup: ClusterSetup) =>
  (await storedDecision(setup)).approval?.planDigest ?? '';

describe('approvals of two people', () => {
  it('execute the decision with the second one, and leave the version until then', async () => {
    const setup = await awaitingTwo();
    const planDigest = await digestOf(setup);
    await approveDecision(setup.ports, ada, input({ planDigest }));
    expect(await storedDecision(setup)).toMatchObject({ state: 'AwaitingApproval', version: 1 });
    expect(requestedJobs(setup, 'disruption.execute')).toEqual([]);
    await approveDecision(setup.ports, grace, input({ planDigest }));
    expect(await storedDecision(setup)).toMatchObject({ state: 'Approved', decidedBy: 'grace' });
    expect(await historyOf(setup)).toEqual(['ReviewGiven', 'Approved']);
    expect(requestedJobs(setup, 'disruption.execute')).toHaveLength(1);
  });

  it('are refused twice from one person, for another plan, after expiry, and without the right', async () => {
    const setup = await awaitingTwo();
    await approveDecision(setup.ports, ada, input());
    const twice = await approveDecision(setup.ports, ada, input());
    expect(twice).toMatchObject({ kind: 'Refused', refusal: { code: 'AlreadyReviewed' } });
    const other = await approveDecision(setup.ports, grace, input({ planDigest: 'other' }));
    expect(other.kind).toBe('Stale');
    const unable = await approveDecision(setup.ports, viewer, input());
    expect(unable).toMatchObject({ kind: 'Refused', refusal: { code: 'Forbidden' } });
    setup.clock.advance(1_000);
    expect((await approveDecision(setup.ports, grace, input())).kind).toBe('Expired');
    expect(await historyOf(setup)).toEqual(['ReviewGiven']);
    expect(setup.store.tables.audit.all()).toHaveLength(1);
  });

  it('say why the caller cannot give one, before the caller tries', async () => {
    const setup = await awaitingTwo();
    const why = async (principal: Principal) => {
      const decision = await storedDecision(setup);
      if (decision.approval === null) throw new TypeError('the decision asks for approvals');
      const reviews = await setup.store.reviews.of(decision.id);
      const { approval } = decision;
      const reviewing = {
        clock: setup.clock,
        reviewerOf: (caller: Principal) => reviewerOf(setup.store, caller),
      };
      return whyNotApprove(reviewing, principal, { decision, approval, reviews });
    };
    expect(await why(ada)).toBeNull();
    expect(await why(viewer)).toContain('decision.approve');
    await approveDecision(setup.ports, ada, input());
    expect(await why(ada)).toBe('You have already approved this plan.');
    expect(await why(grace)).toBeNull();
    await excludeNodes(setup.ports, grace, { ...input(), nodeNames: ['node-a'] });
    expect(await why(ada)).toContain('being planned again');
  });

  it('do not count after they are withdrawn', async () => {
    const setup = await awaitingTwo();
    await approveDecision(setup.ports, ada, input());
    await withdrawApproval(setup.ports, ada, input());
    await approveDecision(setup.ports, grace, input());
    expect(await storedDecision(setup)).toMatchObject({ state: 'AwaitingApproval' });
    expect(await withdrawApproval(setup.ports, ada, input())).toMatchObject({ kind: 'Refused' });
  });

  it('count once for a user and the tokens that the user made', async () => {
    const setup = await awaitingTwo();
    const at = setup.clock.now();
    const token: Principal = { kind: 'ApiToken', id: 'tok_2', name: 'ci', ...organizationAdmin };
    for (const [id, creatorId] of [
      ['tok_1', 'usr_ada'],
      ['tok_2', 'tok_1'],
    ] as const) {
      await setup.store.identity.insertToken(
        {
          id,
          name: id,
          createdAt: at,
          createdBy: 'ada',
          creatorId,
          expiresAt: at + 1,
          lastUsedAt: null,
          revokedAt: null,
          rotatedAt: null,
          previousSecretUntil: null,
        },
        id,
      );
    }
    await approveDecision(setup.ports, token, input());
    expect(await approveDecision(setup.ports, ada, input())).toMatchObject({
      kind: 'Refused',
      refusal: { code: 'AlreadyReviewed' },
    });
  });

  it('start the execution in the maintenance window', async () => {
    const setup = await awaitingTwo();
    const now = setup.clock.now();
    const window = { from: now + 500, until: now + 900 };
    await approveDecision(setup.ports, ada, input({ window }));
    await approveDecision(setup.ports, grace, input());
    expect((await storedDecision(setup)).approval?.window).toEqual(window);
    expect(requestedJobs(setup, 'disruption.execute')).toMatchObject([{ deliverAt: window.from }]);
    const wrong = { from: now + 900, until: now + 500 };
    const other = await awaitingTwo();
    expect(await approveDecision(other.ports, ada, input({ window: wrong }))).toMatchObject({
      kind: 'Invalid',
      field: 'window',
    });
  });
});

describe('maintenance windows of several approvals', () => {
  it('hold all: execution starts in what they have in common', async () => {
    const setup = await awaitingTwo();
    const now = setup.clock.now();
    await approveDecision(
      setup.ports,
      ada,
      input({ window: { from: now + 500, until: now + 900 } }),
    );
    const later = { from: now + 900, until: now + 950 };
    expect(await approveDecision(setup.ports, grace, input({ window: later }))).toMatchObject({
      kind: 'Invalid',
      field: 'window',
    });
    const window = { from: now + 100, until: now + 700 };
    await approveDecision(setup.ports, grace, input({ window }));
    const common = { from: now + 500, until: now + 700 };
    expect(await storedDecision(setup)).toMatchObject({
      state: 'Approved',
      approval: { window: common },
    });
    expect(requestedJobs(setup, 'disruption.execute')).toMatchObject([{ deliverAt: common.from }]);
  });

  it('end with the approvals that set them', async () => {
    const setup = await awaitingTwo();
    const now = setup.clock.now();
    await approveDecision(
      setup.ports,
      ada,
      input({ window: { from: now + 500, until: now + 900 } }),
    );
    await withdrawApproval(setup.ports, ada, input());
    expect((await storedDecision(setup)).approval?.window).toBeNull();
    await approveDecision(setup.ports, grace, input());
    await approveDecision(setup.ports, ada, input());
    expect(requestedJobs(setup, 'disruption.execute')).toMatchObject([{ deliverAt: now }]);
  });
});

describe('excludeNodes', () => {
  it('records the nodes and has the rest planned again', async () => {
    const setup = await awaitingTwo();
    const outcome = await excludeNodes(setup.ports, ada, {
      ...input({ comment: 'debugging' }),
      nodeNames: ['node-a'],
    });
    expect(outcome.kind).toBe('Decided');
    expect((await storedDecision(setup)).approval?.exclusion).toMatchObject({
      personId: 'usr_ada',
      nodeNames: ['node-a'],
    });
    expect(requestedJobs(setup, 'disruption.replan')).toHaveLength(1);
    expect(await approveDecision(setup.ports, grace, input({ expectedVersion: 2 }))).toMatchObject({
      refusal: { code: 'Stale' },
    });
  });

  it('leaves the approval to people who have not changed the plan, however often it was changed', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    await addPerson(setup.store, grace);
    const nodes = await Promise.all(['a', 'b', 'c'].map((name) => addNode(setup, name)));
    await storeAwaiting(setup, nodes, twoOfAdmins);
    const exclude = async (by: Principal, decisionId: string, nodeName: string) => {
      const seen = input({ decisionId, expectedVersion: 'any' });
      await excludeNodes(setup.ports, by, { ...seen, nodeNames: [nodeName] });
      await replanDecision(setup.ports, { clusterId: setup.clusterId, decisionId });
      const successor = setup.store.tables.decisions
        .all()
        .find(({ approval }) => approval?.edit?.replaces === decisionId);
      if (successor === undefined) throw new TypeError('the rest is planned again');
      await setup.store.decisions.save({ ...successor, state: 'AwaitingApproval' }, []);
      return successor.id;
    };
    const second = await exclude(ada, 'dec_1', 'node-a');
    const third = await exclude(grace, second, 'node-b');
    for (const editor of [ada, grace]) {
      const seen = input({ decisionId: third, expectedVersion: 'any' });
      expect(await approveDecision(setup.ports, editor, seen)).toMatchObject({
        kind: 'Refused',
        refusal: { code: 'Forbidden', message: expect.stringContaining('You changed this plan') },
      });
    }
  });

  it.each([
    [[], 'at least one'],
    [['node-x'], 'does not remove node-x'],
    [['node-a', 'node-b'], 'would leave no node'],
  ])('refuses %j', async (nodeNames, message) => {
    const setup = await awaitingTwo();
    expect(await excludeNodes(setup.ports, ada, { ...input(), nodeNames })).toMatchObject({
      kind: 'Invalid',
      message: expect.stringContaining(message),
    });
    expect(await historyOf(setup)).toEqual([]);
  });
});

describe('breakGlass', () => {
  it('executes at once, with a reason, and is named in history and audit log', async () => {
    const setup = await awaitingTwo();
    const short = await breakGlass(setup.ports, ada, input({ comment: 'now' }));
    expect(short).toMatchObject({ kind: 'Invalid', field: 'reason' });
    await breakGlass(setup.ports, ada, input({ comment: 'the zone is on fire' }));
    expect(await storedDecision(setup)).toMatchObject({ state: 'Approved', decidedBy: 'ada' });
    expect(await historyOf(setup)).toEqual(['BreakGlass', 'Approved']);
    expect(setup.store.tables.audit.all()).toMatchObject([
      {
        action: 'decision.break-glass',
        comment: 'the zone is on fire',
        after: { breakGlass: true, rule: 'two' },
      },
    ]);
    expect(requestedJobs(setup, 'disruption.execute')).toHaveLength(1);
  });

  it('needs a right of its own', async () => {
    const setup = await awaitingTwo();
    const outcome = await breakGlass(
      setup.ports,
      viewer,
      input({ comment: 'the zone is on fire' }),
    );
    expect(outcome).toMatchObject({ kind: 'Refused', refusal: { code: 'Forbidden' } });
    expect(await historyOf(setup)).toEqual([]);
  });
});

describe('commentDecision', () => {
  it('adds to the history without changing the decision', async () => {
    const setup = await awaitingTwo();
    const comment = { decisionId: 'dec_1', comment: 'looking', requestId: null };
    await commentDecision(setup.ports, ada, comment);
    expect(await historyOf(setup)).toEqual(['Commented']);
    expect(await storedDecision(setup)).toMatchObject({ state: 'AwaitingApproval', version: 1 });
  });
});
