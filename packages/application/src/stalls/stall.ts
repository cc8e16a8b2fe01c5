import type { DurationMs, Instant } from '@kerf/core';
import { elapsedText } from '../domain/text/finding-text.js';

/** A termination, a launch or a decision without progress for this long is reported. */
export const stalledAfterMs: DurationMs = 10 * 60_000;

/** Why something makes no progress, with what it costs, and how to fix it, each in sentences. */
export interface Stall {
  readonly message: string;
  readonly remedy: string;
}

/** A cause as part of a sentence, since when it has lasted, and its fix as sentences. */
export interface StallCause {
  readonly since: Instant;
  readonly cause: string;
  readonly remedy: string;
}

/** Returns true if something has made no progress for at least {@link stalledAfterMs}. */
export const isStalled = ({ since }: Pick<StallCause, 'since'>, now: Instant): boolean =>
  now - since >= stalledAfterMs;

/** Returns the sentence on what makes no progress, for how long, and why. */
export const stallText = (subject: string, { since, cause }: StallCause, now: Instant): string =>
  `${subject} has made no progress for ${elapsedText(now - since)}: ${cause}.`;
