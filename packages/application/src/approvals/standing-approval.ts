import { AppError, type DecisionId, type DurationMs, type Instant } from '@kerf/core';
import { isOnlyPodWaiting } from '../domain/approval/approval-facts.js';
import type { ApprovalPolicy, ApprovalRule } from '../domain/approval/approval-policy.js';
import { maxRules, maxStandingMs } from '../domain/approval/check-policy.js';
import { describeApprovers, isListed, personIdOf, toListed } from '../domain/approval/review.js';
import type { Decision } from '../domain/decision/decision.js';
import { can } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import type { DecideOutcome, DecidePorts } from './decide-outcome.js';
import { insertPolicy } from './insert-policy.js';
import { reviewerOf } from './reviewer-of.js';

/** The decision whose like are approved, and for how long. */
export interface StandingApprovalInput {
  readonly decisionId: DecisionId;
  /** 1 to 31. */
  readonly days: number;
  readonly comment: string | null;
  readonly requestId: string | null;
}

const dayMs: DurationMs = 86_400_000;
/** Longest standing approval in days. */
export const maxStandingDays = maxStandingMs / dayMs;
/** Most standing approvals of one person that are in force, so that nobody fills the policy. */
const maxOfPerson = 10;

/**
 * Approves in advance the decisions of the same kind, cluster and NodePools, as a rule of the
 * approval policy before the rule that decided. It needs the right to approve the decision, and is
 * limited by what its maker may approve each time that it is used.
 */
export function createStandingApproval(
  ports: DecidePorts,
  principal: Principal,
  input: StandingApprovalInput,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const decision = await tx.decisions.find(input.decisionId);
    if (decision === null) return { kind: 'NotFound' };
    const refusal = await whyNot(tx, principal, decision, input);
    if (refusal !== null) return refusal;
    const now = ports.clock.now();
    const personId = personIdOf(await reviewerOf(tx, principal));
    const rule = ruleLike(decision, {
      until: now + input.days * dayMs,
      owner: principal.name,
      maker: { id: principal.id, personId },
    });
    const current = await tx.approvalPolicies.current();
    const others = (current?.rules ?? []).filter(({ standing }) => !isEnded(standing, now));
    const taken = others.find(({ name }) => name === rule.name);
    if (taken !== undefined && taken.standing?.maker?.personId !== personId) {
      return refused(`${taken.standing?.owner ?? 'Somebody'} has approved decisions like this.`);
    }
    const rest = others.filter((other) => other !== taken);
    const tooMany = whyTooMany(rest, personId);
    if (tooMany !== null) return { kind: 'Invalid', field: 'id', message: tooMany };
    const version = await savePolicy(ports, tx, principal, {
      current,
      rules: withRule(rest, rule, decision),
      comment: input.comment ?? `decisions like ${decision.id}`,
    });
    await auditWrite(ports, tx, principal, {
      action: 'standing-approval.create',
      object: { kind: 'ApprovalPolicy', id: 'approval-policy', name: rule.name },
      clusterId: decision.clusterId,
      comment: input.comment,
      after: { version, rule },
      requestId: input.requestId,
    });
    return { kind: 'Decided', decision };
  });
}

/** Standing approval to end. */
export interface EndStandingInput {
  /** The name of its rule. */
  readonly name: string;
  readonly comment: string | null;
  readonly requestId: string | null;
}

/** The result of ending a standing approval. */
export type EndStandingOutcome =
  | { readonly kind: 'Ended' }
  | { readonly kind: 'NotFound' }
  | { readonly kind: 'Forbidden'; readonly message: string };

/** Ends a standing approval: one's own, or with the right to change the policy any. */
export function endStandingApproval(
  ports: DecidePorts,
  principal: Principal,
  { name, comment, requestId }: EndStandingInput,
): Promise<EndStandingOutcome> {
  return ports.store.transaction(async (tx) => {
    const current = await tx.approvalPolicies.current();
    const rule = current?.rules.find((one) => one.name === name && one.standing !== undefined);
    if (current === null || rule === undefined) return { kind: 'NotFound' };
    const personId = personIdOf(await reviewerOf(tx, principal));
    const isOwn = rule.standing?.maker?.personId === personId;
    const organization = { kind: 'Organization' } as const;
    const access = can(principal, 'approval-policy.write', organization);
    if (!isOwn && !access.isAllowed) {
      const isSeen = can(principal, 'approval-policy.read', organization).isAllowed;
      return isSeen ? { kind: 'Forbidden', message: access.reason } : { kind: 'NotFound' };
    }
    const version = await savePolicy(ports, tx, principal, {
      current,
      rules: current.rules.filter((one) => one !== rule),
      comment: comment ?? `ended ${name}`,
    });
    await auditWrite(ports, tx, principal, {
      action: 'standing-approval.end',
      object: { kind: 'ApprovalPolicy', id: 'approval-policy', name },
      comment,
      before: { rule },
      after: { version },
      requestId,
    });
    return { kind: 'Ended' };
  });
}

async function whyNot(
  tx: Repositories,
  principal: Principal,
  { clusterId, nodePools, approval }: Decision,
  { days }: StandingApprovalInput,
): Promise<DecideOutcome | null> {
  const object = { kind: 'NodePools', clusterId, nodePools } as const;
  const access = can(principal, 'decision.approve', object);
  if (!access.isAllowed) return refused(access.reason);
  if (!Number.isInteger(days) || days < 1 || days > maxStandingDays) {
    return { kind: 'Invalid', field: 'days', message: `must be 1 to ${maxStandingDays}` };
  }
  const ask = approval?.ask ?? null;
  if (ask === null || nodePools.length === 0) {
    return { kind: 'Invalid', field: 'id', message: 'the decision asks for no approval' };
  }
  if (can(principal, 'approval-policy.write', { kind: 'Organization' }).isAllowed) return null;
  if (ask.approvals > 1) {
    const message = `The rule asks for ${ask.approvals} approvals, and a standing approval is one.`;
    return refused(`${message} Ask somebody who may change the approval policy.`);
  }
  return isListed(ask.from, toListed(await reviewerOf(tx, principal)))
    ? null
    : refused(
        `The rule asks for approvals of ${describeApprovers(ask.from)}. You are not among them.`,
      );
}

function ruleLike(
  { id, approval, nodePools }: Decision,
  standing: Required<NonNullable<ApprovalRule['standing']>>,
): ApprovalRule {
  const facts = approval?.facts;
  return {
    name: `like ${id}`,
    match: {
      clusters: [facts?.cluster ?? ''],
      nodePools,
      kinds: facts === undefined ? [] : [facts.kind],
      ...(facts?.pods.some(isOnlyPodWaiting) && { onlyPodWaits: true }),
    },
    action: { kind: 'Auto' },
    standing,
  };
}

/** Rules of the mode come after all of them. */
function withRule(
  rules: readonly ApprovalRule[],
  rule: ApprovalRule,
  { approval }: Decision,
): readonly ApprovalRule[] {
  const decidedBy = approval?.rule;
  const index = rules.findIndex(
    ({ name }) => decidedBy?.policyVersion !== null && name === decidedBy?.name,
  );
  const at = index < 0 ? rules.length : index;
  return [...rules.slice(0, at), rule, ...rules.slice(at)];
}

function whyTooMany(rules: readonly ApprovalRule[], personId: string): string | null {
  if (rules.length >= maxRules) return `the approval policy has ${maxRules} rules already`;
  const own = rules.filter(({ standing }) => standing?.maker?.personId === personId);
  return own.length >= maxOfPerson
    ? `you have ${maxOfPerson} standing approvals already; end one first`
    : null;
}

const isEnded = (standing: ApprovalRule['standing'], now: Instant): boolean =>
  standing !== undefined && standing.until <= now;

interface NextPolicy {
  readonly current: ApprovalPolicy | null;
  readonly rules: readonly ApprovalRule[];
  readonly comment: string;
}

/** @throws STATE.CONFLICT when another writer was first */
async function savePolicy(
  ports: DecidePorts,
  tx: Repositories,
  principal: Principal,
  next: NextPolicy,
): Promise<number> {
  const version = await insertPolicy(ports, tx, principal, next);
  if (version !== null) return version;
  throw new AppError({
    code: 'STATE.CONFLICT',
    message: 'The approval policy was changed at the same time. Try again.',
  });
}

const refused = (message: string): DecideOutcome => ({
  kind: 'Refused',
  refusal: { code: 'Forbidden', message },
});
