import { describe, expect, it } from 'vitest';
import type { GrantScope } from '../domain/identity/grant.js';
import { kerfAuditActor } from '../recording/audit.js';
import { ada, setUpCluster } from '../testing/set-up-cluster.js';
import { checkBrakes } from './check-brakes.js';
import { releasePause, type SetPauseInput, setPause } from './set-pause.js';

const minute = 60_000;

/** The access of a viewer in one scope. */
const viewerOf = (scope: GrantScope): Pick<typeof ada, 'grants'> => ({
  grants: [{ role: 'viewer', actions: ['cluster.read'], scope, effect: 'Allow' }],
});
const input = (clusterId: string, fields: Partial<SetPauseInput> = {}): SetPauseInput => ({
  scope: { kind: 'Cluster', clusterId },
  stops: 'Disruption',
  reason: '  bad AMI ',
  requestId: 'req_1',
  ...fields,
});

describe('setPause', () => {
  it('records the pause with its owner, and audits it', async () => {
    const { ports, clusterId, store, clock } = await setUpCluster();
    const outcome = await setPause(ports, ada, input(clusterId));
    const pause = {
      scope: { kind: 'Cluster', clusterId },
      stops: 'Disruption',
      cause: 'User',
      reason: 'bad AMI',
      owner: 'ada',
      setBy: 'ada',
      setAt: clock.now(),
      expiresAt: null,
      releasedAt: null,
    };
    expect(outcome).toMatchObject({ kind: 'Set', pause });
    expect(store.tables.pauses.all()).toMatchObject([pause]);
    expect(store.tables.audit.all()).toMatchObject([
      { action: 'pause.set', actor: { name: 'ada' }, clusterId, comment: 'bad AMI', before: null },
    ]);
    expect(store.tables.changes.where(({ topic }) => topic === 'pause')).toMatchObject([
      { clusterId },
    ]);
  });

  it.each<[string, Partial<SetPauseInput>, string]>([
    ['no reason', { reason: '  ' }, 'reason'],
    ['a long reason', { reason: 'x'.repeat(501) }, 'reason'],
    ['an end in the past', { expiresAt: 1 }, 'expiresAt'],
    ['an end in the far future', { expiresAt: 1e14 }, 'expiresAt'],
    [
      'an unknown NodePool',
      { scope: { kind: 'NodePool', clusterId: 'clu_1', nodePool: 'nope' } },
      'scope.nodePool',
    ],
  ])('refuses %s', async (_, fields, path) => {
    const { ports, clusterId, store } = await setUpCluster();
    const outcome = await setPause(ports, ada, input(clusterId, fields));
    expect(outcome).toMatchObject({ kind: 'Invalid', problems: [{ path }] });
    expect(store.tables.pauses.all()).toEqual([]);
    expect(store.tables.audit.all()).toEqual([]);
  });
});

describe('setPause, access', () => {
  const scope = { kind: 'Cluster', clusterId: 'clu_1' } as const;

  it('refuses a caller without the action in the scope, before it validates the texts', async () => {
    const { ports, clusterId, store } = await setUpCluster();
    const viewer = { ...ada, ...viewerOf(scope) };
    expect(await setPause(ports, viewer, input(clusterId, { reason: '' }))).toMatchObject({
      kind: 'Forbidden',
      reason: expect.stringMatching(/pause\.write/u),
    });
    expect(store.tables.pauses.all()).toEqual([]);
  });

  it('does not reveal clusters that the caller does not see', async () => {
    const { ports, clusterId } = await setUpCluster();
    const elsewhere = { ...ada, ...viewerOf({ kind: 'Cluster', clusterId: 'clu_2' }) };
    const notFound = { kind: 'ScopeNotFound' };
    expect(await setPause(ports, elsewhere, input(clusterId))).toEqual(notFound);
    const unknown = { scope: { kind: 'Cluster', clusterId: 'clu_9' } } as const;
    expect(await setPause(ports, ada, input(clusterId, unknown))).toEqual(notFound);
  });
});

describe('setPause in a NodePool that does not exist', () => {
  const nope = { kind: 'NodePool', clusterId: 'clu_1', nodePool: 'nope' } as const;

  it('names those that exist', async () => {
    const { ports, clusterId } = await setUpCluster();
    expect(await setPause(ports, ada, input(clusterId, { scope: nope }))).toMatchObject({
      problems: [{ message: 'The cluster has no NodePool nope. It has default.' }],
    });
  });

  it('does not name those that the caller does not see', async () => {
    const { ports, clusterId } = await setUpCluster();
    const actions = ['cluster.read', 'definition.read', 'pause.write'] as const;
    const scope = { kind: 'NodePools', clusterId, nodePools: ['nope'] } as const;
    const grants = [{ role: 'operator', actions, scope, effect: 'Allow' }] as const;
    const outcome = await setPause(ports, { ...ada, grants }, input(clusterId, { scope: nope }));
    expect(outcome).toMatchObject({
      problems: [{ message: 'The cluster has no NodePool nope.' }],
    });
  });
});

describe('releasePause', () => {
  async function paused(fields: Partial<SetPauseInput> = {}) {
    const setup = await setUpCluster();
    const outcome = await setPause(setup.ports, ada, input(setup.clusterId, fields));
    if (outcome.kind !== 'Set') throw new RangeError('the pause was not set');
    setup.takeJobs();
    return { ...setup, pause: outcome.pause };
  }

  it('releases it, audits the caller, and requests the work that it blocked', async () => {
    const { ports, store, pause, takeJobs, clusterId } = await paused({
      stops: 'DisruptionAndLaunches',
    });
    const release = { id: pause.id, expectedVersion: pause.version, requestId: null };
    expect(await releasePause(ports, ada, release)).toMatchObject({
      kind: 'Released',
      pause: { releasedBy: 'ada', version: 2 },
    });
    expect(store.tables.audit.all().at(-1)).toMatchObject({ action: 'pause.release', clusterId });
    expect(takeJobs().map(({ type }) => type)).toEqual([
      'provisioning.solve-batch',
      'provisioning.reconcile-static-pools',
    ]);
    expect(await releasePause(ports, ada, release)).toMatchObject({ kind: 'AlreadyReleased' });
  });

  it('refuses another version, and an unknown pause', async () => {
    const { ports, pause, store } = await paused();
    const release = { id: pause.id, expectedVersion: 7, requestId: null };
    expect(await releasePause(ports, ada, release)).toMatchObject({ kind: 'Stale' });
    expect(await releasePause(ports, ada, { ...release, id: 'pau_9' })).toEqual({
      kind: 'NotFound',
    });
    expect(store.tables.pauses.all()).toMatchObject([{ releasedAt: null }]);
  });

  it('is done by Kerf when the pause expires', async () => {
    const { ports, clock, store, clusterId } = await setUpCluster();
    const now = clock.now();
    const outcome = await setPause(ports, ada, input(clusterId, { expiresAt: now + minute }));
    clock.advance(minute - 1);
    await checkBrakes(ports, clusterId);
    expect(store.tables.pauses.where(({ releasedAt }) => releasedAt !== null)).toEqual([]);
    clock.advance(1);
    await checkBrakes(ports, clusterId);
    expect(outcome).toMatchObject({ kind: 'Set' });
    expect(store.tables.pauses.where(({ releasedAt }) => releasedAt !== null)).toMatchObject([
      { expiresAt: now + minute, releasedBy: 'kerf' },
    ]);
    expect(store.tables.audit.all().at(-1)).toMatchObject({
      action: 'pause.release',
      actor: kerfAuditActor,
      comment: 'expired',
    });
  });
});
