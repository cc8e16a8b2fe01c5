import { type Instant, type JsonObject, toTextOrNull } from '@kerf/core';
import { hasActiveMaker } from '../access/access-of.js';
import { trusts } from '../domain/identity/trust-rule.js';
import { type AccessSource, auditRefusal } from '../recording/audit.js';
import { issueToken } from './issue-token.js';
import type { SignInPorts } from './sign-in.js';

/** The result of an exchange of a workload's token. */
export type ExchangeOutcome =
  | { readonly kind: 'Issued'; readonly secret: string; readonly expiresAt: Instant }
  | { readonly kind: 'NoRule' };

const dayMs = 24 * 3_600_000;
const maxNameLength = 100;

/**
 * Issues a short-lived token for a workload whose claims are verified. The first rule by name that trusts
 * them decides.
 */
export async function exchangeToken(
  ports: SignInPorts,
  { issuer, claims }: { readonly issuer: string; readonly claims: JsonObject },
  source: AccessSource,
): Promise<ExchangeOutcome> {
  const rules = await ports.store.trustRules.list();
  const match = rules.find((rule) => rule.issuer === issuer && trusts(rule, claims));
  const subject = shortened(toTextOrNull(claims['sub']) ?? 'unknown');
  const outcome = await ports.store.transaction(async (tx) => {
    const rule = match === undefined ? null : await tx.trustRules.hold(match.id);
    // It may have changed since it was found, also its issuer, who has vouched for the claims.
    if (rule?.issuer !== issuer || !trusts(rule, claims)) return null;
    if (!(await hasActiveMaker(tx, rule))) return null;
    const now = ports.clock.now();
    await tx.trustRules.removeExpiredTokens(rule.id, now - dayMs);
    const name = shortened(`${rule.name}: ${subject}`);
    const { secret, token } = await issueToken(ports, tx, null, {
      name,
      role: rule.role,
      scope: rule.scope,
      expiresAt: now + rule.lifetimeSeconds * 1_000,
      creator: { id: rule.id, name: `trust rule ${rule.name}` },
      reason: { issuer, subject, address: source.address },
      requestId: source.requestId,
    });
    return { kind: 'Issued', secret, expiresAt: token.expiresAt } as const;
  });
  if (outcome !== null) return outcome;
  await auditExchangeRefusal(ports, { issuer, subject, why: 'no-rule' }, source);
  return { kind: 'NoRule' };
}

/** Records a token of a workload that was not accepted. */
export function auditExchangeRefusal(
  ports: SignInPorts,
  {
    issuer,
    subject,
    why,
  }: { readonly issuer: string; readonly subject: string; readonly why: string },
  source: AccessSource,
): Promise<void> {
  const object = { kind: 'Workload', id: '', name: shortened(subject) };
  const after = { issuer: shortened(issuer), why };
  const refusal = { action: 'token.exchange', object, actor: null, after };
  return auditRefusal(ports, ports.store, refusal, source);
}

/** Claims may contain what cannot be stored: NUL, and half a character, also where the text is cut. */
const shortened = (text: string): string =>
  text.slice(0, maxNameLength).toWellFormed().replaceAll('\0', '\ufffd');
