/** Kind of a failed request; determines the advice on the page, and whether it is retried. */
export type ApiErrorKind = 'offline' | 'signed-out' | 'forbidden' | 'refused' | 'server';

export interface ApiErrorFields {
  readonly kind: ApiErrorKind;
  readonly message: string;
  /** The API's own code, e.g. `DB.UNAVAILABLE`. */
  readonly code?: string | undefined;
  /** The request ID for support. */
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A request that failed. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(fields: ApiErrorFields) {
    super(fields.message, { cause: fields.cause });
    this.name = 'ApiError';
    this.kind = fields.kind;
    this.code = fields.code;
    this.requestId = fields.requestId;
  }
}

/** Returns the object. @throws ApiError when the API returned `null` for it */
export function requireFound<T>(value: T | null, name: string): T {
  if (value !== null) return value;
  throw new ApiError({
    kind: 'refused',
    message: `${name} no longer exists.`,
    code: 'NOT_FOUND',
  });
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'signed-out';
