import { countedApprovals } from '../domain/approval/review.js';
import type { ApiToken, Principal, User } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { auditRevocations } from './api-tokens.js';
import type { SignInPorts } from './sign-in.js';

/** A user whose access ends, by whom, and in which request. */
export interface EndOfUser {
  readonly user: User;
  readonly principal: Principal;
  readonly requestId: string | null;
}

/**
 * Ends what a user has given to others and what acts without them: tokens, also those of their
 * trust rules, approvals of decisions that are still open, and standing approvals. What was decided
 * stays decided, and pauses stay in force.
 */
export async function endContributions(
  ports: SignInPorts,
  tx: Repositories,
  end: EndOfUser,
): Promise<void> {
  const { user, principal, requestId } = end;
  const now = ports.clock.now();
  const own = await tx.identity.revokeTokensOf(user.id, now);
  const ofRules: ApiToken[] = [];
  for (const { id, creatorId } of await tx.trustRules.list()) {
    if (creatorId === user.id) ofRules.push(...(await tx.identity.revokeTokensOf(id, now)));
  }
  const revoked = [...own, ...ofRules];
  await auditRevocations(ports, tx, principal, { revoked, cause: user, requestId });
  await withdrawReviews(ports, tx, end);
  await endStandingApprovals(ports, tx, end);
}

async function withdrawReviews(
  ports: SignInPorts,
  tx: Repositories,
  { user, principal, requestId }: EndOfUser,
): Promise<void> {
  const { kind, id, name } = principal;
  const comment = `given by ${user.name}, who has no access any more`;
  for (const decisionId of await tx.reviews.openOf(user.id)) {
    await tx.decisions.lock(decisionId);
    const decision = await tx.decisions.find(decisionId);
    if (decision?.state !== 'AwaitingApproval' || decision.approval === null) continue;
    const { planDigest } = decision.approval;
    const counted = countedApprovals(await tx.reviews.of(decisionId), planDigest);
    const rest = counted.filter(({ personId }) => personId !== user.id);
    if (rest.length === counted.length) continue;
    const at = ports.clock.now();
    const by = { kind, id, name };
    const review = { at, by, personId: user.id, planDigest, window: null, comment };
    await tx.reviews.add(decisionId, { ...review, verdict: 'Withdraw' });
    const needed = decision.verdict.kind === 'NeedsApproval' ? decision.verdict.approvals : 1;
    const approvals = { given: rest.length, needed };
    const data = { comment, approvals };
    await tx.decisions.addEvents(decisionId, [{ at, kind: 'ReviewWithdrawn', actor: name, data }]);
    await auditWrite(ports, tx, principal, {
      action: 'decision.withdraw-approval',
      object: { kind: 'Decision', id: decisionId, name: `${decision.kind} ${decisionId}` },
      clusterId: decision.clusterId,
      comment,
      after: { state: decision.state, approvals },
      requestId,
    });
    await publishDecision(tx, decision);
  }
}

/** Saves a version of the approval policy without the standing approvals of the user, if any. */
async function endStandingApprovals(
  ports: SignInPorts,
  tx: Repositories,
  { user, principal, requestId }: EndOfUser,
): Promise<void> {
  const current = await tx.approvalPolicies.current();
  if (current === null) return;
  const rules = current.rules.filter(({ standing }) => standing?.owner !== user.name);
  if (rules.length === current.rules.length) return;
  const { kind, id, name } = principal;
  const comment = `standing approvals of ${user.name} end with their access`;
  const { version } = current;
  await tx.approvalPolicies.insert({
    version: version + 1,
    rules,
    savedAt: ports.clock.now(),
    savedBy: { kind, id, name },
    comment,
    restoredFrom: null,
  });
  await auditWrite(ports, tx, principal, {
    action: 'approval-policy.save',
    object: { kind: 'ApprovalPolicy', id: 'approval-policy', name: 'approval policy' },
    comment,
    before: { version, rules: current.rules },
    after: { version: version + 1, rules },
    requestId,
  });
}
