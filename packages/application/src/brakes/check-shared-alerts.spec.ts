import { aCluster, aNodeClaimRecord, aNodeRow } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { AlertScope, AlertThresholds } from '../domain/brake/alert-thresholds.js';
import type { AccessAction } from '../domain/identity/access-action.js';
import type { GrantScope } from '../domain/identity/grant.js';
import type { Team } from '../domain/identity/role.js';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { changeAlertThresholds } from './change-alert-thresholds.js';
import { checkBrakes } from './check-brakes.js';

const organization = { kind: 'Organization' } as const;
const team = { kind: 'Team', teamId: 'tea_web' } as const;
const other = 'clu_other';

/** Two clusters: the team owns the NodePool `web` of the first, and nothing of the other. */
async function setUpFleet(): Promise<ClusterSetup> {
  const setup = await setUpCluster();
  const { store, clusterId } = setup;
  await store.clusters.insert(aCluster({ id: other, name: 'other' }));
  const web: Team = {
    id: team.teamId,
    name: 'web-team',
    owns: [{ kind: 'NodePool', clusterId, nodePool: 'web' }],
    members: [],
    createdAt: 0,
    version: 1,
  };
  await store.access.insertTeam(web);
  addNode(setup, { clusterId, name: 'a', nodePool: 'web' });
  addNode(setup, { clusterId, name: 'b', nodePool: 'default' });
  addNode(setup, { clusterId: other, name: 'c', nodePool: 'web' });
  return setup;
}

const addNode = (
  { store }: ClusterSetup,
  fields: Parameters<typeof aNodeRow>[0] & { readonly nodePool: string },
): void => {
  store.tables.nodes.set(
    `${fields.clusterId}/${fields.name}`,
    aNodeRow({ priceMicroUsdPerHour: 1_000_000, ...fields }),
  );
};

const change = (
  { ports }: ClusterSetup,
  scope: AlertScope,
  thresholds: Partial<AlertThresholds>,
  principal = ada,
) =>
  changeAlertThresholds(ports, principal, {
    scope,
    thresholds,
    expectedVersion: 'any',
    requestId: null,
  });

const reports = ({ store }: ClusterSetup) =>
  store.tables.audit
    .where(({ action }) => action.startsWith('alert.'))
    .map(({ action, object, comment }) => `${action} ${object.kind} ${object.name}: ${comment}`);

describe('checkBrakes, alerts of teams and the organization', () => {
  it('reports the begin and the end of an alert once, whichever cluster is checked', async () => {
    const setup = await setUpFleet();
    const { ports, clusterId, store } = setup;
    await change(setup, organization, { nodes: 2, spendMicroUsdPerHour: 3_000_000 });
    await checkBrakes(ports, clusterId);
    await checkBrakes(ports, other);
    const begun =
      'alert.begin Organization all clusters: All clusters have 3 nodes; the alert threshold is 2.';
    expect(reports(setup)).toEqual([begun]);
    store.tables.nodes.delete(`${clusterId}/a`);
    await checkBrakes(ports, other);
    await checkBrakes(ports, clusterId);
    expect(reports(setup)).toEqual([
      begun,
      'alert.end Organization all clusters: Nodes: below the threshold again',
    ]);
  });

  it('counts what a team owns, in checks of clusters of which it owns a part', async () => {
    const setup = await setUpFleet();
    const { ports, clusterId } = setup;
    await change(setup, team, { spendMicroUsdPerHour: 1_500_000 });
    await checkBrakes(ports, clusterId);
    expect(reports(setup)).toEqual([]);
    addNode(setup, { clusterId, name: 'd', nodePool: 'web' });
    await checkBrakes(ports, other);
    expect(reports(setup)).toEqual([]);
    await checkBrakes(ports, clusterId);
    expect(reports(setup)).toEqual([
      'alert.begin Team web-team: Team web-team has nodes that cost $2.000 per hour; the alert threshold is $1.500.',
    ]);
  });

  it('counts the changes of all clusters within a minute', async () => {
    const setup = await setUpFleet();
    const { ports, clusterId, store, clock } = setup;
    await change(setup, organization, { changesPerMinute: 1 });
    const requestedAt = clock.now() - 1_000;
    await store.nodeClaims.insert([
      aNodeClaimRecord({ clusterId, id: 'ncl_1', name: 'a', requestedAt }),
      aNodeClaimRecord({ clusterId: other, id: 'ncl_2', name: 'b', requestedAt }),
    ]);
    await checkBrakes(ports, clusterId);
    expect(reports(setup)).toHaveLength(1);
    clock.advance(60_000);
    await checkBrakes(ports, other);
    expect(reports(setup)).toHaveLength(2);
  });

  it('ends the alert of a team that owns nothing any more', async () => {
    const setup = await setUpFleet();
    const { ports, clusterId, store } = setup;
    await change(setup, team, { nodes: 1 });
    addNode(setup, { clusterId, name: 'd', nodePool: 'web' });
    await checkBrakes(ports, clusterId);
    expect(reports(setup)).toHaveLength(1);
    store.tables.teams.updateWhere(
      () => true,
      (row) => ({ ...row, owns: [] }),
    );
    await checkBrakes(ports, other);
    expect(reports(setup).at(-1)).toContain('alert.end Team web-team');
  });

  it('does not make checks of a quiet cluster more frequent', async () => {
    const setup = await setUpFleet();
    setup.clock.advance(3_600_000);
    await change(setup, organization, { nodes: 2 });
    expect(await checkBrakes(setup.ports, setup.clusterId)).toEqual({ kind: 'Done' });
  });
});

describe('changeAlertThresholds', () => {
  /** An administrator with these actions only, in one scope. */
  const allowing = (scope: GrantScope, ...actions: readonly AccessAction[]): typeof ada => ({
    ...ada,
    grants: [{ role: 'custom', actions, scope, effect: 'Allow' }],
  });

  it('saves and audits nothing if nothing changes', async () => {
    const setup = await setUpFleet();
    expect(await change(setup, organization, { nodes: 0 })).toMatchObject({
      kind: 'Changed',
      stored: { version: 0 },
    });
    expect(setup.store.tables.audit.all()).toEqual([]);
  });

  it('needs the whole scope: of the organization, and of all that a team owns', async () => {
    const setup = await setUpFleet();
    const { clusterId } = setup;
    const ofCluster = allowing(
      { kind: 'Cluster', clusterId },
      'cluster.read',
      'cluster.update',
      'cost.read',
    );
    expect(await change(setup, organization, { nodes: 5 }, ofCluster)).toMatchObject({
      kind: 'Forbidden',
    });
    expect(await change(setup, team, { nodes: 5 }, ofCluster)).toMatchObject({
      kind: 'Changed',
      stored: { version: 1, thresholds: { nodes: 5, changesPerMinute: 0 } },
    });
    expect(setup.store.tables.audit.all().at(-1)).toMatchObject({
      action: 'alert-thresholds.change',
      object: { kind: 'Team', name: 'web-team' },
      clusterId: null,
    });
  });

  it('requires access to the costs of the scope, which an alert reveals', async () => {
    const setup = await setUpFleet();
    const blind = allowing({ kind: 'Organization' }, 'cluster.update');
    expect(await change(setup, organization, { nodes: 5 }, blind)).toMatchObject({
      kind: 'Forbidden',
      reason: expect.stringContaining('cost.read'),
    });
  });

  it('refuses a value out of range, an unknown team, and another version', async () => {
    const setup = await setUpFleet();
    expect(await change(setup, organization, { nodes: 0.5 })).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'nodes' }],
    });
    expect(await change(setup, { kind: 'Team', teamId: 'tea_x' }, { nodes: 1 })).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'scope.teamId' }],
    });
    const input = { scope: organization, thresholds: { nodes: 1 }, requestId: null };
    expect(
      await changeAlertThresholds(setup.ports, ada, { ...input, expectedVersion: 4 }),
    ).toMatchObject({ kind: 'Stale', stored: { version: 0 } });
  });
});
