import type { Instant } from '@kerf/core';
import type { Principal } from '../identity/principal.js';
import type { Approvers, AskRequirement, Person } from './approval-policy.js';
import { anyApprover } from './approval-policy.js';
import { type DecisionApproval, editorsOf, type MaintenanceWindow } from './decision-approval.js';

/** Verdicts of a review. */
export const reviewVerdicts = ['Approve', 'Withdraw', 'Reject'] as const;
/** One of {@link reviewVerdicts}. */
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/** A person's word on a decision; append-only. */
export interface Review {
  readonly at: Instant;
  readonly verdict: ReviewVerdict;
  readonly by: Person;
  /**
   * ID of the person that the review counts for: with a token, the user who made it, so that
   * nobody counts twice.
   */
  readonly personId: string;
  /** The plan that was seen. */
  readonly planDigest: string;
  readonly window: MaintenanceWindow | null;
  readonly comment: string | null;
}

/** Why a review is refused, in words for the person. */
export interface ReviewRefusal {
  readonly code: 'Forbidden' | 'AlreadyReviewed' | 'Stale';
  readonly message: string;
}

/** Returns the newest review of each person, oldest first. */
export function newestReviews(reviews: readonly Review[]): readonly Review[] {
  const newest = new Map<string, Review>();
  for (const review of reviews) {
    newest.delete(review.personId);
    newest.set(review.personId, review);
  }
  return [...newest.values()];
}

/** Returns the approvals of a plan that count: the newest review of each person, of this plan. */
export function countedApprovals(
  reviews: readonly Review[],
  planDigest: string,
): readonly Review[] {
  return newestReviews(reviews).filter(
    (review) => review.verdict === 'Approve' && review.planDigest === planDigest,
  );
}

/** Returns who a review of this caller counts for. */
export function personIdOf({ kind, id, ...rest }: ReviewerIdentity): string {
  return kind === 'ApiToken' ? (rest.creatorId ?? id) : id;
}

/** The part of a caller that reviews depend on. */
export type ReviewerIdentity = Pick<Principal, 'kind' | 'id' | 'name'> & {
  /** The user behind a token, if known. */
  readonly creatorId?: string | null;
  readonly roles?: readonly string[];
  /** Names of teams. */
  readonly teams?: readonly string[];
  /** The name of the person, who may be listed by it; `null` if unknown. */
  readonly personName: string | null;
};

/**
 * Returns why a person must not approve this decision; `null` if they may. Not checked here: the
 * state of the decision, and the right to approve decisions at all.
 */
export function whyNoReview(
  approval: Pick<DecisionApproval, 'ask' | 'edit' | 'exclusion' | 'escalatedAt' | 'requestedAt'>,
  caller: ReviewerIdentity,
  now: Instant,
): ReviewRefusal | null {
  const { ask, edit, exclusion } = approval;
  if (exclusion !== null) {
    const { length: count } = exclusion.nodeNames;
    return {
      code: 'Stale',
      message: `${exclusion.by.name} has excluded ${count} ${count === 1 ? 'node' : 'nodes'}. The rest is being planned again; review the new decision.`,
    };
  }
  if (editorsOf(edit).includes(personIdOf(caller))) {
    return {
      code: 'Forbidden',
      message: 'You changed this plan, so another person has to approve it.',
    };
  }
  if (ask === null || isListed(ask.from, toListed(caller))) return null;
  const { escalation } = ask;
  const isDue = escalation !== null && isEscalated(approval, ask, now);
  if (isDue && isListed(escalation.to, toListed(caller))) {
    return null;
  }
  return {
    code: 'Forbidden',
    message: `The rule asks for approvals of ${describeApprovers(ask.from)}. You are not among them.`,
  };
}

/** Returns true once the approval may also be given by those whom the rule escalates to. */
export function isEscalated(
  { escalatedAt, requestedAt }: Pick<DecisionApproval, 'escalatedAt' | 'requestedAt'>,
  { escalation }: Pick<AskRequirement, 'escalation'>,
  now: Instant,
): boolean {
  if (escalatedAt !== null) return true;
  return escalation !== null && requestedAt !== null && now >= requestedAt + escalation.afterMs;
}

/** Returns the people in words, e.g. `role approver or team shop`. */
export function describeApprovers(approvers: Approvers): string {
  const words = [
    ...approvers.roles.map((role) => `role ${role}`),
    ...approvers.teams.map((team) => `team ${team}`),
    ...approvers.people,
  ];
  return words.length === 0 ? 'anyone who may approve decisions' : words.join(' or ');
}

/** Returns true if the list names nobody, which means everyone who may approve decisions. */
export const isAnyone = ({ roles, teams, people }: Approvers): boolean =>
  roles.length + teams.length + people.length === 0;

/** A person as lists of approvers name one. */
export interface ListedPerson extends Pick<ReviewerIdentity, 'roles' | 'teams'> {
  readonly name: string | null;
}

/**
 * Returns a reviewer as lists of approvers name people: the name of a token is chosen freely, so only
 * the name of its person counts.
 */
export const toListed = ({ personName, roles, teams }: ReviewerIdentity): ListedPerson => ({
  name: personName,
  ...(roles !== undefined && { roles }),
  ...(teams !== undefined && { teams }),
});

/** Returns true if the list includes the person, by name, role or team. */
export function isListed(approvers: Approvers, caller: ListedPerson): boolean {
  const { roles, teams, people } = approvers;
  return (
    isAnyone(approvers) ||
    (caller.name !== null && people.includes(caller.name)) ||
    roles.some((role) => caller.roles?.includes(role) === true) ||
    teams.some((team) => caller.teams?.includes(team) === true)
  );
}

/** Approvals of anyone, for decisions that were made before approval policies existed. */
export const legacyAsk: AskRequirement = {
  approvals: 1,
  from: anyApprover,
  expiresAfterMs: null,
  remindAfterMs: null,
  escalation: null,
};
