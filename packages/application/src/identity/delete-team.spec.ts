import { aPause, aSpendLimit } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { setUpUser } from '../testing/registration-setup.js';
import { createTeam, deleteTeam } from './teams.js';

const requestId = 'req_1';

/** The team `web`, with a spend limit, a pause in force and a released one, beside those of others. */
async function setUp() {
  const setup = await setUpUser();
  const { ports, principal, store } = setup;
  const team = await createTeam(ports, principal, {
    name: 'web',
    owns: [],
    members: [],
    requestId,
  });
  if (team.kind !== 'Done') throw new RangeError(JSON.stringify(team));
  const { id: teamId } = team.value;
  const scope = { kind: 'Team', teamId } as const;
  await store.spendLimits.insert(aSpendLimit({ id: 'spl_team', scope }));
  await store.spendLimits.insert(aSpendLimit({ id: 'spl_all', scope: { kind: 'Organization' } }));
  await store.pauses.insert(aPause({ id: 'pau_team', scope }));
  await store.pauses.insert(aPause({ id: 'pau_past', scope, releasedAt: 1, releasedBy: 'grace' }));
  await store.pauses.insert(aPause({ id: 'pau_all', scope: { kind: 'Organization' } }));
  await store.alertThresholds.save({
    scope,
    thresholds: { nodes: 1, spendMicroUsdPerHour: 0, changesPerMinute: 0 },
    activeAlerts: [],
    version: 0,
  });
  const remove = () =>
    deleteTeam(ports, principal, { id: teamId, expectedVersion: 'any', requestId });
  return { ...setup, remove };
}

describe('deleteTeam', () => {
  it('removes the spend limit and the alert thresholds of the team only', async () => {
    const { store, remove } = await setUp();
    expect(await remove()).toMatchObject({ kind: 'Done' });
    expect(store.tables.spendLimits.all()).toMatchObject([{ id: 'spl_all' }]);
    expect(await store.alertThresholds.list()).toEqual([]);
  });

  it('releases the pauses of the team, and keeps them as history', async () => {
    const { store, principal, remove } = await setUp();
    await remove();
    expect(store.tables.pauses.get('pau_team')).toMatchObject({ releasedBy: principal.name });
    expect(store.tables.pauses.get('pau_past')).toMatchObject({ releasedBy: 'grace' });
    expect(store.tables.pauses.get('pau_all')).toMatchObject({ releasedAt: null });
  });

  it('records who removed the limit and released the pause, and why', async () => {
    const { store, principal, remove } = await setUp();
    await remove();
    const comment = 'Team web was deleted';
    const actor = { kind: 'User', name: principal.name };
    expect(store.tables.audit.all().slice(1)).toMatchObject([
      { action: 'pause.release', object: { id: 'pau_team' }, actor, comment, requestId },
      { action: 'spend-limit.remove', object: { id: 'spl_team' }, actor, comment, requestId },
      { action: 'team.delete', actor },
    ]);
  });
});
