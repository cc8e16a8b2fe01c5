import { withdrawInvalid } from '../approvals/api.js';
import type { ApiToken, Principal, User } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditRevocations } from './api-tokens.js';
import { endStandingApprovals } from './end-standing-approvals.js';
import type { SignInPorts } from './sign-in.js';

/** A user whose access ends, by whom, and in which request. */
export interface EndOfUser {
  readonly user: User;
  readonly principal: Principal;
  readonly requestId: string | null;
}

/**
 * Ends what a user has given to others and what acts without them: tokens, also those of their
 * trust rules, confirmations of programs that have not got their tokens, approvals of decisions that
 * have not started, and standing approvals. Executed decisions stay so, and pauses stay in force.
 */
export async function endContributions(
  ports: SignInPorts,
  tx: Repositories,
  end: EndOfUser,
): Promise<void> {
  const { user, principal, requestId } = end;
  const now = ports.clock.now();
  // A redemption at the same time has locked its row: its token is revoked below.
  await tx.devices.denyConfirmedBy(user.id);
  const own = await tx.identity.revokeTokensOf(user.id, now);
  const ofRules: ApiToken[] = [];
  for (const { id, creatorId } of await tx.trustRules.list()) {
    if (creatorId === user.id) ofRules.push(...(await tx.identity.revokeTokensOf(id, now)));
  }
  const revoked = [...own, ...ofRules];
  await auditRevocations(ports, tx, principal, { revoked, cause: user, requestId });
  await withdrawReviews(ports, tx, end);
  await endStandingApprovals(ports, tx, {
    makers: [user.id, ...revoked.map(({ id }) => id)],
    cause: user,
    owner: user.name,
    principal,
    requestId,
  });
}

/** Also of decisions that are approved and wait: they await approval again. */
async function withdrawReviews(
  ports: SignInPorts,
  tx: Repositories,
  { user, principal, requestId }: EndOfUser,
): Promise<void> {
  const withdrawal = {
    at: ports.clock.now(),
    cause: `because ${principal.name} ended the access of ${user.name}`,
    requestId,
  };
  for (const decisionId of await tx.reviews.openOf(user.id)) {
    await tx.decisions.lock(decisionId);
    const decision = await tx.decisions.find(decisionId);
    if (decision !== null) await withdrawInvalid(ports, tx, decision, withdrawal);
  }
}
