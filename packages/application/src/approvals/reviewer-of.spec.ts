import { describe, expect, it } from 'vitest';
import { personNow } from '../access/person-now.js';
import { personIdOf } from '../domain/approval/review.js';
import { can, organizationAdmin } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import { createApiToken } from '../identity/api-tokens.js';
import { exchangeToken } from '../identity/exchange-token.js';
import { useToken } from '../identity/sign-in.js';
import { createTrustRule, updateTrustRule } from '../identity/trust-rules.js';
import { setUpUser } from '../testing/registration-setup.js';
import { reviewerOf } from './reviewer-of.js';

const organization = { kind: 'Organization' } as const;
const source = { address: '192.0.2.1', requestId: null };
const workload = {
  issuer: 'https://issuer.example',
  claims: { aud: 'kerf', sub: 'ci', ref: 'main' },
};
const terms = {
  name: 'ci',
  issuer: workload.issuer,
  audience: 'kerf',
  conditions: [{ claim: 'ref', operator: 'Equals', value: 'main' }],
  role: 'approver',
  scope: organization,
  lifetimeSeconds: 600,
  requestId: null,
} as const;

/** A token from before creators were recorded: nobody knows whose it is. */
async function withUnknownMaker() {
  const setup = await setUpUser();
  const { ports, store, principal } = setup;
  const made = await createApiToken(ports, principal, {
    name: 'old',
    role: 'admin',
    scope: organization,
    expiresInDays: 9,
    requestId: null,
  });
  if (made.kind !== 'Created') throw new RangeError(JSON.stringify(made));
  store.tables.tokens.updateWhere(
    ({ id }) => id === made.token.id,
    (row) => ({ ...row, creatorId: null }),
  );
  const old = await principalOf(setup, made.secret);
  return { ...setup, old, oldId: made.token.id };
}

type Setup = Pick<Awaited<ReturnType<typeof setUpUser>>, 'ports'>;

async function principalOf({ ports }: Setup, secret: string): Promise<Principal> {
  const use = await useToken(ports, secret);
  if (use.kind !== 'Accepted') throw new RangeError(use.kind);
  return use.principal;
}

async function childOf(setup: Setup, parent: Principal, name: string): Promise<Principal> {
  const made = await createApiToken(setup.ports, parent, {
    name,
    role: 'approver',
    scope: organization,
    expiresInDays: 1,
    requestId: null,
  });
  if (made.kind !== 'Created') throw new RangeError(JSON.stringify(made));
  return principalOf(setup, made.secret);
}

async function exchanged(setup: Setup): Promise<Principal> {
  const issued = await exchangeToken(setup.ports, workload, source);
  if (issued.kind !== 'Issued') throw new RangeError(issued.kind);
  return principalOf(setup, issued.secret);
}

describe('the person behind a token', () => {
  it('is one for a token whose maker is unknown and all that it has created', async () => {
    const setup = await withUnknownMaker();
    const { store, old } = setup;
    const callers = [old, await childOf(setup, old, 'one'), await childOf(setup, old, 'two')];
    const people = await Promise.all(
      callers.map(async (caller) => personIdOf(await reviewerOf(store, caller))),
    );
    expect(people).toEqual([old.id, old.id, old.id]);
  });

  it('is one for all tokens of a trust rule whose maker is unknown, and may do what the rule gives', async () => {
    const setup = await setUpUser();
    const { ports, store, principal } = setup;
    await createTrustRule(ports, principal, terms);
    store.tables.trustRules.updateWhere(
      () => true,
      (row) => ({ ...row, creatorId: null }),
    );
    const [rule] = store.tables.trustRules.all();
    const id = rule?.id ?? '';
    for (const caller of [await exchanged(setup), await exchanged(setup)]) {
      expect(personIdOf(await reviewerOf(store, caller))).toBe(id);
    }
    const person = await personNow(store, id);
    const subject = { kind: 'User', name: 'ci', grants: person?.access.grants ?? [] } as const;
    expect(can(subject, 'decision.approve', organization).isAllowed).toBe(true);
    expect(can(subject, 'definition.write', organization).isAllowed).toBe(false);
    await store.trustRules.remove(id);
    expect(await personNow(store, id)).toBeNull();
  });

  it('is the token that made a rule, if its user is unknown', async () => {
    const setup = await withUnknownMaker();
    const { ports, store, old, oldId, clock } = setup;
    expect(await createTrustRule(ports, old, terms)).toMatchObject({
      kind: 'Done',
      value: { creatorId: old.id },
    });
    const caller = await exchanged(setup);
    expect(personIdOf(await reviewerOf(store, caller))).toBe(old.id);
    expect(caller.roles).toEqual(['approver']);
    expect(can(caller, 'decision.approve', organization).isAllowed).toBe(true);
    await store.identity.revokeTokenTree(oldId, clock.now());
    expect(await exchangeToken(ports, workload, source)).toEqual({ kind: 'NoRule' });
    const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
    const [rule] = store.tables.trustRules.all();
    const id = rule?.id ?? '';
    await updateTrustRule(ports, ada, { ...terms, id, expectedVersion: 'any' });
    expect(await exchangeToken(ports, workload, source)).toMatchObject({ kind: 'Issued' });
  });
});
