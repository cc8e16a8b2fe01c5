import type { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import type { DurationMs } from '@kerf/core';

/** The last argument of `get`, and of the SDK's `send` and paginators. */
export interface CallOptions {
  readonly abortSignal: AbortSignal;
  readonly requestTimeout: DurationMs;
}

/** Credentials of the target's role, renewed when they expire in less than five minutes. */
export type RoleCredentials = Awaited<ReturnType<ReturnType<typeof fromTemporaryCredentials>>>;
