import type { Instant } from '@kerf/core';
import { type PersonNow, personNow } from '../access/person-now.js';
import {
  countedApprovals,
  legacyAsk,
  type Review,
  whyNoReview,
} from '../domain/approval/review.js';
import type { Decision } from '../domain/decision/decision.js';
import { can } from '../domain/identity/access.js';
import type { AccessAction } from '../domain/identity/access-action.js';
import type { Repositories } from '../ports/store.js';
import { reviewerAs } from './reviewer-of.js';

type Stores = Pick<Repositories, 'access' | 'identity' | 'trustRules' | 'reviews'>;

/** An approval that no longer counts, and why, in words that follow the person's name. */
export interface InvalidApproval {
  readonly review: Review;
  readonly why: string;
}

/** The approvals of the plan that a decision has now. */
export interface ApprovalsNow {
  /** Approvals that count. */
  readonly valid: readonly Review[];
  readonly invalid: readonly InvalidApproval[];
}

/** The part of a decision that tells which of its approvals count. */
export type ReviewedDecision = Pick<
  Decision,
  'id' | 'clusterId' | 'nodePools' | 'approval' | 'snapshotDigest'
>;

const endedAccess = 'who has no access any more';

/**
 * Returns the approvals of a decision: one counts only while its person may still give it. This is
 * the one rule for decisions that await approvals and for those that wait to be executed.
 */
export async function approvalsNow(
  stores: Stores,
  decision: ReviewedDecision,
  now: Instant,
): Promise<ApprovalsNow> {
  const valid: Review[] = [];
  const invalid: InvalidApproval[] = [];
  for (const review of countedApprovals(await stores.reviews.of(decision.id), digestOf(decision))) {
    const why = await whyInvalid(stores, decision, review, now);
    if (why === null) valid.push(review);
    else invalid.push({ review, why });
  }
  return { valid, invalid };
}

/** Returns why the execution by break-glass no longer counts; `null` if it does, or is none. */
export async function whyBreakGlassInvalid(
  stores: Stores,
  decision: ReviewedDecision,
): Promise<string | null> {
  const { breakGlass } = decision.approval ?? {};
  if (breakGlass === undefined) return null;
  const person = await personNow(stores, breakGlass.personId);
  if (person === null) return endedAccess;
  return mayStill(decision, 'decision.break-glass', person) ? null : 'who may not do it any more';
}

/** Decisions from before approval policies have the digest of their snapshot. */
export const digestOf = ({
  approval,
  snapshotDigest,
}: Pick<Decision, 'approval' | 'snapshotDigest'>): string => approval?.planDigest ?? snapshotDigest;

/** Returns what reviews are checked with; older decisions ask for one approval of anyone. */
export const reviewTermsOf = ({ approval }: Pick<Decision, 'approval'>) =>
  approval ?? { ask: legacyAsk, edit: null, exclusion: null, escalatedAt: null, requestedAt: null };

async function whyInvalid(
  stores: Stores,
  decision: ReviewedDecision,
  { by, personId }: Review,
  now: Instant,
): Promise<string | null> {
  const person = await personNow(stores, personId);
  if (person === null) return endedAccess;
  if (!mayStill(decision, 'decision.approve', person)) return 'who may not approve it any more';
  const kind = by.kind === 'User' ? 'User' : 'ApiToken';
  const reviewer = await reviewerAs(stores, { kind, id: by.id, name: by.name }, person);
  // A plan that is made again is another decision.
  const terms = { ...reviewTermsOf(decision), exclusion: null };
  return whyNoReview(terms, reviewer, now) === null
    ? null
    : 'who is not among those who may approve it any more';
}

function mayStill(
  { clusterId, nodePools }: ReviewedDecision,
  action: AccessAction,
  { name, access }: PersonNow,
): boolean {
  const subject = { kind: 'User', name: name ?? '', grants: access.grants } as const;
  return can(subject, action, { kind: 'NodePools', clusterId, nodePools }).isAllowed;
}
