import type { DeviceAuthorizationId, DurationMs, Instant, UserId } from '@kerf/core';

/** Access of a program: all that its user may do, or only to read. */
export const deviceAccesses = ['same', 'read'] as const;
/** One of {@link deviceAccesses}. */
export type DeviceAccess = (typeof deviceAccesses)[number];

/** Terms of the token that a confirmation allows. */
export interface DeviceTerms {
  readonly access: DeviceAccess;
  readonly expiresInDays: number;
}

/** A program without a browser that waits for a user to confirm its access. */
export interface DeviceAuthorization {
  readonly id: DeviceAuthorizationId;
  /** The program's own name; nobody has checked it. */
  readonly clientName: string;
  /** Network address of the program. */
  readonly address: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** The program must not ask again earlier. */
  readonly pollAfter: Instant;
  readonly intervalMs: DurationMs;
  readonly state: 'Pending' | 'Approved' | 'Denied' | 'Redeemed';
  /** The user who confirmed or refused it. */
  readonly userId: UserId | null;
  /** `null` until it is confirmed. */
  readonly terms: DeviceTerms | null;
}

/** Letters that are not mistaken for each other, without vowels, so that no words appear. */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ';
/** Number of letters of a user code. */
export const userCodeLength = 8;

/** Returns a typed code in its one form, `BCDF-GHJK`; `null` for anything else. */
export function toUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return userCode.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

const userCode = new RegExp(`^[${userCodeLetters}]{${userCodeLength}}$`);
