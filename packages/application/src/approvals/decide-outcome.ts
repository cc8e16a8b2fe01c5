import { AppError, type DecisionId, type Instant } from '@kerf/core';
import type { MaintenanceWindow } from '../domain/approval/decision-approval.js';
import type { ReviewRefusal } from '../domain/approval/review.js';
import type { Decision } from '../domain/decision/decision.js';
import type { ExpectedVersion } from '../domain/expected-version.js';
import type { Ports } from '../ports/ports.js';

/** The decision to approve or reject, with what the caller saw, and a comment. */
export interface DecideInput {
  readonly decisionId: DecisionId;
  /** The version that the caller saw. */
  readonly expectedVersion: ExpectedVersion;
  /** Digest of the plan that the caller saw; `null` if the version is enough. */
  readonly planDigest?: string | null;
  /** Window in which the execution of an approval may start; `null` for at once. */
  readonly window?: MaintenanceWindow | null;
  /** End of a rejection; `null` for the time that the cluster's settings give. */
  readonly rejectedUntil?: Instant | null;
  readonly comment: string | null;
  readonly requestId: string | null;
}

/** The result of a review of a decision. */
export type DecideOutcome =
  /** The decision is approved or rejected, or awaits further approvals. */
  | { readonly kind: 'Decided'; readonly decision: Decision }
  | { readonly kind: 'NotFound' }
  /** Already approved or rejected; `decision` is its current state. */
  | { readonly kind: 'AlreadyDecided'; readonly decision: Decision }
  /** The caller saw another version, or the decision is no longer valid. */
  | { readonly kind: 'Stale'; readonly decision: Decision }
  /** Its approval has expired. */
  | { readonly kind: 'Expired'; readonly decision: Decision }
  /** This person may not review it, or has already. */
  | ({ readonly kind: 'Refused' } & { readonly refusal: ReviewRefusal })
  /** A field of the input is wrong. */
  | { readonly kind: 'Invalid'; readonly field: string; readonly message: string };

/** The ports that reviews need. */
export type DecidePorts = Pick<Ports, 'store' | 'clock' | 'ids'>;

/**
 * Returns the saved decision.
 * @throws STATE.CONFLICT when another writer was first: the caller reads the decision again
 */
export function requireSaved(saved: Decision | null): Decision {
  if (saved !== null) return saved;
  throw new AppError({
    code: 'STATE.CONFLICT',
    message: 'The decision was approved or rejected at the same time.',
  });
}
