import type { DurationMs, Instant, UserId } from '@kerf/core';

/** A person in a chat. */
export interface ChatPerson {
  readonly provider: 'Slack';
  /** ID of the workspace. */
  readonly workspaceId: string;
  /** ID of the person in the workspace. */
  readonly personId: string;
  /**
   * Digest of the secret with which the chat's app signs. Whoever knows the secret of another app can name
   * any person, so a person in another app is another one.
   */
  readonly app: string;
}

/**
 * The user whom a person in a chat is, because they entered there a code that they had created
 * while they were signed in.
 */
export interface ChatIdentity extends ChatPerson {
  readonly userId: UserId;
  readonly linkedAt: Instant;
}

/** How long a code that links a person in a chat is valid. */
export const chatCodeTtlMs: DurationMs = 10 * 60_000;
