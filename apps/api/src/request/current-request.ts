import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccessSource, Principal } from '@kerf/application';
import type { Request } from 'express';

/** Context of the current request. */
export interface CurrentRequest {
  readonly id: string;
  /** `null` before authentication, and for unauthenticated callers. */
  caller: Caller | null;
  /** Whether its write was executed before with the same idempotency key. */
  isReplay: boolean;
}

/** The authenticated principal of a request. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

export function withRequest<T>(request: CurrentRequest, work: () => T): T {
  return requests.run(request, work);
}

/** Origin of a request, for the audit log. */
export const sourceOf = ({ ip = 'unknown' }: Request): AccessSource => ({
  address: ip,
  requestId: currentRequest()?.id ?? null,
});

/** `undefined` outside a request, e.g. while the process starts. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore();
}

/** Marks the current request as a replay. */
export function markReplay(): void {
  const request = currentRequest();
  if (request !== undefined) request.isReplay = true;
}

export const replayHeader = 'Idempotency-Replayed';
