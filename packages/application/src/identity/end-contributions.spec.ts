import { aCluster, aDecision, anApproval, aUser } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { organizationAdmin } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import { setUpUser } from '../testing/registration-setup.js';
import { decideDevice, pollDevice, startDeviceAuthorization } from './device-authorizations.js';
import { exchangeToken } from './exchange-token.js';
import { deleteUser, disableUser, enableUser } from './manage-users.js';
import { unbindRole } from './role-bindings.js';
import { useToken } from './sign-in.js';
import { createTrustRule } from './trust-rules.js';

const source = { address: '192.0.2.1', requestId: null };
const workload = {
  issuer: 'https://issuer.example',
  claims: { aud: 'kerf', sub: 'ci', repository: 'shop' },
};
const graceInput = { id: 'usr_grace', requestId: null };

/** The administrators ada and grace; a trust rule of grace has issued a token. */
async function setUpRule() {
  const setup = await setUpUser();
  const { ports, store, clock } = setup;
  const user = aUser({ id: 'usr_grace', name: 'grace', createdAt: clock.now() });
  await store.identity.insertUser(user, null);
  await store.access.insertBinding({
    id: 'rbi_grace',
    subject: { kind: 'User', id: user.id },
    role: 'admin',
    scope: { kind: 'Organization' },
    effect: 'Allow',
    createdAt: clock.now(),
    createdBy: 'cli',
  });
  const grace: Principal = { kind: 'User', id: user.id, name: 'grace', ...organizationAdmin };
  const created = await createTrustRule(ports, grace, {
    name: 'ci',
    issuer: workload.issuer,
    audience: 'kerf',
    conditions: [{ claim: 'repository', operator: 'Equals', value: 'shop' }],
    role: 'operator',
    scope: { kind: 'Organization' },
    lifetimeSeconds: 3_600,
    requestId: null,
  });
  if (created.kind !== 'Done') throw new RangeError(JSON.stringify(created));
  const issued = await exchangeToken(ports, workload, source);
  if (issued.kind !== 'Issued') throw new RangeError('the rule trusts the workload');
  return { ...setup, secret: issued.secret };
}

describe('a trust rule', () => {
  it('gives no more than its maker may do when its token is used', async () => {
    const { ports, principal, secret } = await setUpRule();
    const before = await useToken(ports, secret);
    expect(before).toMatchObject({
      kind: 'Accepted',
      principal: { grants: [{ role: 'operator' }] },
    });
    await unbindRole(ports, principal, { id: 'rbi_grace', requestId: null });
    expect(await useToken(ports, secret)).toMatchObject({
      kind: 'Accepted',
      principal: { grants: [] },
    });
  });

  it('issues nothing while its maker is disabled, and its tokens are revoked', async () => {
    const { ports, principal, secret } = await setUpRule();
    await disableUser(ports, principal, graceInput);
    expect(await useToken(ports, secret)).toMatchObject({ kind: 'Ended', why: 'revoked' });
    expect(await exchangeToken(ports, workload, source)).toEqual({ kind: 'NoRule' });
    await enableUser(ports, principal, graceInput);
    expect(await exchangeToken(ports, workload, source)).toMatchObject({ kind: 'Issued' });
    await deleteUser(ports, principal, graceInput);
    expect(await exchangeToken(ports, workload, source)).toEqual({ kind: 'NoRule' });
  });
});

describe('a user who is disabled', () => {
  it('no longer counts as a reviewer of decisions that await approval', async () => {
    const { ports, principal, store } = await setUpRule();
    const approval = anApproval();
    const verdict = { kind: 'NeedsApproval', approvals: 2 } as const;
    const waiting = { state: 'AwaitingApproval', approval, verdict } as const;
    await store.clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
    await store.decisions.insert(aDecision({ clusterId: 'clu_1', id: 'dec_1', ...waiting }), []);
    for (const name of ['ada', 'grace']) {
      await store.reviews.add('dec_1', {
        at: 1,
        verdict: 'Approve',
        by: { kind: 'User', id: `usr_${name}`, name },
        personId: `usr_${name}`,
        planDigest: approval.planDigest,
        window: null,
        comment: null,
      });
    }
    await disableUser(ports, principal, graceInput);
    expect((await store.reviews.of('dec_1')).at(-1)).toMatchObject({
      verdict: 'Withdraw',
      personId: 'usr_grace',
      by: { kind: 'Kerf' },
      comment: 'given by grace, who has no access any more',
    });
    expect(store.tables.audit.all().map(({ action }) => action)).toContain(
      'decision.withdraw-approval',
    );
  });

  it('has confirmed no program that gets its token later, also when enabled again', async () => {
    const { ports, principal, clock } = await setUpRule();
    const grace: Principal = { kind: 'User', id: 'usr_grace', name: 'grace', ...organizationAdmin };
    const { deviceCode, userCode } = await startDeviceAuthorization(ports, 'laptop', source);
    const terms = { access: 'same', expiresInDays: 1 } as const;
    await decideDevice(ports, grace, { userCode, terms, requestId: null });
    await disableUser(ports, principal, graceInput);
    await enableUser(ports, principal, graceInput);
    clock.advance(10_000);
    expect(await pollDevice(ports, deviceCode, source)).toEqual({ kind: 'Denied' });
  });

  it('has no standing approvals any more', async () => {
    const { ports, principal, store } = await setUpRule();
    const standing = (owner: string) =>
      ({
        name: `of ${owner}`,
        match: {},
        action: { kind: 'Auto' },
        standing: { until: Number.MAX_SAFE_INTEGER, owner },
      }) as const;
    await store.approvalPolicies.insert({
      version: 1,
      rules: [standing('grace'), standing('ada')],
      savedAt: 0,
      savedBy: { kind: 'User', id: 'usr_ada', name: 'ada' },
      comment: null,
      restoredFrom: null,
    });
    await disableUser(ports, principal, graceInput);
    expect(await store.approvalPolicies.current()).toMatchObject({
      version: 2,
      rules: [{ name: 'of ada' }],
      comment: 'standing approvals of grace end with their access',
    });
  });
});
