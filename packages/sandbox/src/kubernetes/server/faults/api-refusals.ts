import { failure } from '../../api/status.js';
import { everything, type User } from '../auth/authenticator.js';
import type { Authorizer } from '../auth/authorizer.js';
import type { RequestInfo } from '../request/request-info.js';

/**
 * Refusals of requests that would be served otherwise. `Forbidden`: as without any RBAC binding; a
 * server also responds so for about a second after its start. `Unauthorized`: as for an invalid
 * token. `Initializing`: as while it fills its caches after a start.
 */
export const apiRefusals = ['Forbidden', 'Unauthorized', 'Initializing'] as const;
export type ApiRefusal = (typeof apiRefusals)[number];

/** Refuses requests of all users except administrators while it is set. */
export class ApiRefusals {
  readonly #authorizer: Authorizer;

  #refusal: ApiRefusal | null = null;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  set(refusal: ApiRefusal | null): void {
    this.#refusal = refusal;
  }

  get current(): ApiRefusal | null {
    return this.#refusal;
  }

  /** @throws StatusError 403, 401 or 429, as configured */
  check(user: User, info: RequestInfo): void {
    if (this.#refusal === null || user.groups.includes(everything)) return;
    switch (this.#refusal) {
      case 'Forbidden':
        throw this.#authorizer.denial(user, info);
      case 'Unauthorized':
        throw failure({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
      case 'Initializing':
        throw failure({
          code: 429,
          reason: 'TooManyRequests',
          message: 'storage is (re)initializing',
          details: { retryAfterSeconds: 1 },
        });
    }
  }
}
