import { aCluster, aUser } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { accessOfUser } from '../access/access-of.js';
import { can } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import { setUpUser } from '../testing/registration-setup.js';
import {
  type CreateApiTokenInput,
  createApiToken,
  revokeApiToken,
  visibleTokens,
} from './api-tokens.js';
import { createRole, updateRole } from './custom-roles.js';
import { bindRole, unbindRole } from './role-bindings.js';
import { rotatableTokens, rotateApiToken } from './rotate-token.js';
import { useToken } from './sign-in.js';
import { createTeam, deleteTeam, updateTeam } from './teams.js';

const requestId = null;
const organization = { kind: 'Organization' } as const;
const minuteMs = 60_000;

/** Ada, an administrator, and grace without roles, in a fleet with one cluster. */
async function setUp() {
  const setup = await setUpUser();
  const { store, ports, principal } = setup;
  const cluster = aCluster({ id: 'clu_a', name: 'a' });
  await store.clusters.insert(cluster);
  const grace = aUser({ id: 'usr_grace', name: 'grace', groups: ['web-team'] });
  await store.identity.insertUser(grace, null);
  const subject = { kind: 'User', id: grace.id } as const;
  const bind = async (role: string, scope: Parameters<typeof bindRole>[2]['scope']) => {
    const outcome = await bindRole(ports, principal, {
      subject,
      role,
      scope,
      effect: 'Allow',
      requestId,
    });
    if (outcome.kind !== 'Done') throw new RangeError(JSON.stringify(outcome));
    return outcome.value;
  };
  const graceNow = async (): Promise<Principal> => {
    const { id, name } = grace;
    return { kind: 'User', id, name, ...(await accessOfUser(store, grace)) };
  };
  return { ...setup, cluster, grace, bind, graceNow };
}

const tokenInput: CreateApiTokenInput = {
  name: 'ci',
  role: 'operator',
  scope: organization,
  expiresInDays: 1,
  requestId,
};

describe('accessOfUser', () => {
  it('applies a role in the scope of a team to what the team owns now', async () => {
    const { ports, principal, cluster, bind, graceNow } = await setUp();
    const team = await createTeam(ports, principal, {
      name: 'web',
      owns: [{ kind: 'NodePool', clusterId: cluster.id, nodePool: 'web' }],
      members: [{ kind: 'Group', id: 'web-team' }],
      requestId,
    });
    if (team.kind !== 'Done') throw new RangeError(JSON.stringify(team));
    const { id } = team.value;
    await bind('operator', { kind: 'Team', teamId: id });
    const pool = (name: string) =>
      ({ kind: 'NodePools', clusterId: cluster.id, nodePools: [name] }) as const;
    const before = await graceNow();
    expect(before.teams).toEqual([id]);
    expect(can(before, 'definition.write', pool('web')).isAllowed).toBe(true);
    expect(can(before, 'definition.write', pool('api')).isAllowed).toBe(false);
    await updateTeam(ports, principal, {
      id,
      expectedVersion: 1,
      name: 'web',
      owns: [{ kind: 'NodePool', clusterId: cluster.id, nodePool: 'api' }],
      members: [],
      requestId,
    });
    const after = await graceNow();
    expect(after.teams).toEqual([]);
    expect(can(after, 'definition.write', pool('web')).isAllowed).toBe(false);
    expect(can(after, 'definition.write', pool('api')).isAllowed).toBe(true);
    expect(
      await deleteTeam(ports, principal, { id, expectedVersion: 'any', requestId }),
    ).toMatchObject({
      kind: 'Conflict',
    });
  });

  it('applies a custom role as it is now', async () => {
    const { ports, principal, bind, graceNow } = await setUp();
    const input = { name: 'pauser', description: '', requestId } as const;
    const actions = ['pause.write'] as const;
    const role = await createRole(ports, principal, { ...input, actions });
    if (role.kind !== 'Done') throw new RangeError(JSON.stringify(role));
    await bind(role.value.id, organization);
    expect(can(await graceNow(), 'pause.write', organization).isAllowed).toBe(true);
    const { id } = role.value;
    const change = { ...input, id, actions: ['node.read'] as const };
    const stale = await updateRole(ports, principal, { ...change, expectedVersion: 7 });
    expect(stale).toMatchObject({ kind: 'Stale' });
    await updateRole(ports, principal, { ...change, expectedVersion: 1 });
    const grace = await graceNow();
    expect(grace.roles).toEqual(['pauser']);
    expect(can(grace, 'pause.write', organization).isAllowed).toBe(false);
    expect(can(grace, 'node.read', organization).isAllowed).toBe(true);
  });

  it('refuses a role that the caller does not have in the scope', async () => {
    const { ports, principal, cluster } = await setUp();
    const limited: Principal = {
      ...principal,
      grants: [
        {
          effect: 'Allow',
          role: 'accounts',
          actions: ['identity.read', 'identity.write'],
          scope: organization,
        },
      ],
    };
    const outcome = await bindRole(ports, limited, {
      subject: { kind: 'User', id: principal.id },
      role: 'approver',
      scope: { kind: 'Cluster', clusterId: cluster.id },
      effect: 'Allow',
      requestId,
    });
    expect(outcome).toMatchObject({ kind: 'Invalid', problems: [{ path: 'role' }] });
  });
});

describe('a token', () => {
  it('loses with its creator what the creator loses', async () => {
    const { ports, principal, bind, graceNow, cluster } = await setUp();
    const inCluster = { kind: 'Cluster', clusterId: cluster.id } as const;
    const binding = await bind('operator', organization);
    await bind('viewer', inCluster);
    const created = await createApiToken(ports, await graceNow(), tokenInput);
    if (created.kind !== 'Created') throw new RangeError(JSON.stringify(created));
    const allows = async (action: 'definition.write' | 'node.read') => {
      const use = await useToken(ports, created.secret);
      return use.kind === 'Accepted' && can(use.principal, action, inCluster).isAllowed;
    };
    expect(await allows('definition.write')).toBe(true);
    await unbindRole(ports, principal, { id: binding.id, requestId });
    expect(await allows('definition.write')).toBe(false);
    expect(await allows('node.read')).toBe(true);
  });

  it('may do nothing once its creator does not exist', async () => {
    const { ports, store, bind, graceNow, grace } = await setUp();
    await bind('operator', organization);
    const created = await createApiToken(ports, await graceNow(), tokenInput);
    if (created.kind !== 'Created') throw new RangeError(JSON.stringify(created));
    await store.identity.removeUser(grace.id);
    expect(await useToken(ports, created.secret)).toMatchObject({ principal: { grants: [] } });
  });

  it('is listed for its creator and for those who may see users', async () => {
    const { ports, store, principal, bind, graceNow } = await setUp();
    await bind('operator', organization);
    await createApiToken(ports, principal, { ...tokenInput, name: 'of ada' });
    await createApiToken(ports, await graceNow(), { ...tokenInput, name: 'of grace' });
    const namesFor = async (caller: Principal) =>
      (await visibleTokens(store, caller)).map(({ name }) => name);
    expect(await namesFor(await graceNow())).toEqual(['of grace']);
    expect(await namesFor(principal)).toEqual(['of grace', 'of ada']);
  });
});

/** An administrator of roles and teams who may do nothing else. */
const accounts = (principal: Principal, more: Principal['grants'] = []): Principal => ({
  ...principal,
  id: 'usr_accounts',
  name: 'accounts',
  grants: [
    {
      effect: 'Allow',
      role: 'accounts',
      actions: ['identity.read', 'identity.write', 'api-token.write'],
      scope: organization,
    },
    ...more,
  ],
});

describe('a caller who may change roles and teams and do nothing else', () => {
  it('does not get the secret of somebody else’s token', async () => {
    const { ports, principal } = await setUp();
    const created = await createApiToken(ports, principal, { ...tokenInput, role: 'admin' });
    if (created.kind !== 'Created') throw new RangeError(JSON.stringify(created));
    const input = { id: created.token.id, overlapMinutes: 0, requestId };
    const rotated = await rotateApiToken(ports, accounts(principal), input);
    expect(rotated).toMatchObject({ kind: 'Forbidden' });
    expect((await useToken(ports, created.secret)).kind).toBe('Accepted');
    const { id } = created.token;
    expect(await revokeApiToken(ports, accounts(principal), { id, requestId })).toMatchObject({
      id,
    });
  });

  it('does not widen the scope of a team that has roles', async () => {
    const { ports, principal, cluster, bind } = await setUp();
    const pool = (nodePool: string) =>
      ({ kind: 'NodePool', clusterId: cluster.id, nodePool }) as const;
    const fields = { name: 'web', members: [], requestId };
    const team = await createTeam(ports, principal, { ...fields, owns: [pool('web')] });
    if (team.kind !== 'Done') throw new RangeError(JSON.stringify(team));
    const { id } = team.value;
    await bind('operator', { kind: 'Team', teamId: id });
    const change = { ...fields, id, expectedVersion: 'any' } as const;
    const wider = { ...change, owns: [pool('web'), pool('api')] };
    expect(await updateTeam(ports, accounts(principal), wider)).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'owns' }],
    });
    const renamed = { ...change, name: 'site', owns: [pool('web')] };
    expect(await updateTeam(ports, accounts(principal), renamed)).toMatchObject({ kind: 'Done' });
    expect(await updateTeam(ports, principal, wider)).toMatchObject({ kind: 'Done' });
  });

  it('does not end a denial: not its binding, its role, nor its scope', async () => {
    const { ports, principal, cluster, grace } = await setUp();
    const owned = { kind: 'Cluster', clusterId: cluster.id } as const;
    const fields = { name: 'web', members: [], requestId };
    const team = await createTeam(ports, principal, { ...fields, owns: [owned] });
    const role = await createRole(ports, principal, {
      name: 'approves',
      description: '',
      actions: ['decision.approve', 'decision.read'],
      requestId,
    });
    if (team.kind !== 'Done' || role.kind !== 'Done') throw new RangeError('both are made');
    const denial = await bindRole(ports, principal, {
      subject: { kind: 'User', id: grace.id },
      role: role.value.id,
      scope: { kind: 'Team', teamId: team.value.id },
      effect: 'Deny',
      requestId,
    });
    if (denial.kind !== 'Done') throw new RangeError(JSON.stringify(denial));
    const limited = accounts(principal, [
      { effect: 'Allow', role: 'reads', actions: ['decision.read'], scope: organization },
    ]);
    const { id } = denial.value;
    expect(await unbindRole(ports, limited, { id, requestId })).toMatchObject({
      kind: 'Forbidden',
    });
    const lesser = {
      id: role.value.id,
      name: 'approves',
      description: '',
      actions: ['decision.read'] as const,
      expectedVersion: 'any' as const,
      requestId,
    };
    expect(await updateRole(ports, limited, lesser)).toMatchObject({ kind: 'Forbidden' });
    const smaller = { ...fields, id: team.value.id, owns: [], expectedVersion: 'any' } as const;
    expect(await updateTeam(ports, limited, smaller)).toMatchObject({ kind: 'Forbidden' });
    expect(await updateTeam(ports, principal, smaller)).toMatchObject({ kind: 'Done' });
    expect(await updateRole(ports, principal, lesser)).toMatchObject({ kind: 'Done' });
    expect(await unbindRole(ports, principal, { id, requestId })).toMatchObject({ kind: 'Done' });
  });
});

describe('rotateApiToken', () => {
  it('accepts the old secret for the overlap only', async () => {
    const { ports, principal, clock } = await setUp();
    const created = await createApiToken(ports, principal, tokenInput);
    if (created.kind !== 'Created') throw new RangeError(JSON.stringify(created));
    const { id } = created.token;
    const rotated = await rotateApiToken(ports, principal, { id, overlapMinutes: 10, requestId });
    if (rotated.kind !== 'Done') throw new RangeError(JSON.stringify(rotated));
    const kinds = async () => [
      (await useToken(ports, created.secret)).kind,
      (await useToken(ports, rotated.value.secret)).kind,
    ];
    expect(await kinds()).toEqual(['Accepted', 'Accepted']);
    clock.advance(10 * minuteMs);
    expect(await kinds()).toEqual(['Unknown', 'Accepted']);
    await rotateApiToken(ports, principal, { id, overlapMinutes: 0, requestId });
    expect(await kinds()).toEqual(['Unknown', 'Unknown']);
  });

  it('is for the active tokens that a caller is, or has made, directly or indirectly', async () => {
    const { ports, store, principal, bind, graceNow, clock } = await setUp();
    await bind('admin', organization);
    const grace = await graceNow();
    const create = async (caller: Principal, name: string, expiresInDays = 2) => {
      const outcome = await createApiToken(ports, caller, { ...tokenInput, name, expiresInDays });
      if (outcome.kind !== 'Created') throw new RangeError(JSON.stringify(outcome));
      return outcome;
    };
    await create(principal, 'of ada');
    const parent = await create(grace, 'of grace');
    await create(grace, 'expired', 1);
    const { token: revoked } = await create(grace, 'revoked');
    await revokeApiToken(ports, grace, { id: revoked.id, requestId });
    clock.advance(24 * 60 * minuteMs);
    const use = await useToken(ports, parent.secret);
    if (use.kind !== 'Accepted') throw new RangeError(use.kind);
    await create(use.principal, 'of the token', 1);
    const tokens = await visibleTokens(store, grace);
    const namesFor = (caller: Principal) => {
      const ids = rotatableTokens(tokens, caller, clock.now());
      return tokens.filter(({ id }) => ids.has(id)).map(({ name }) => name);
    };
    expect(tokens).toHaveLength(5);
    expect(namesFor(grace)).toEqual(['of the token', 'of grace']);
    expect(namesFor(use.principal)).toEqual(['of the token', 'of grace']);
    expect(namesFor(principal)).toEqual(['of ada']);
    for (const { id } of tokens) {
      const rotated = await rotateApiToken(ports, grace, { id, overlapMinutes: 0, requestId });
      const isOffered = rotatableTokens(tokens, grace, clock.now()).has(id);
      expect(rotated.kind === 'Done').toBe(isOffered);
    }
  });

  it.each([-1, 1.5, 1441])('refuses an overlap of %d minutes', async (overlapMinutes) => {
    const { ports, principal } = await setUp();
    const input = { id: 'tok_1', overlapMinutes, requestId };
    expect(await rotateApiToken(ports, principal, input)).toMatchObject({
      kind: 'Invalid',
      problems: [{ path: 'overlapMinutes' }],
    });
  });

  it('hides tokens of others from callers who may not change users', async () => {
    const { ports, principal, bind, graceNow } = await setUp();
    await bind('operator', organization);
    const created = await createApiToken(ports, principal, tokenInput);
    if (created.kind !== 'Created') throw new RangeError(JSON.stringify(created));
    const input = { id: created.token.id, overlapMinutes: 0, requestId };
    expect(await rotateApiToken(ports, await graceNow(), input)).toMatchObject({
      kind: 'NotFound',
    });
  });
});
