import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccessSource, Principal } from '@kerf/application';
import type { Request } from 'express';

/** What is known of the request that is being served. */
export interface CurrentRequest {
  readonly id: string;
  /** `null` before somebody was recognised, and for strangers. */
  caller: Caller | null;
  /** Whether a write of it was done before, under the same idempotency key. */
  isReplay: boolean;
}

/** Somebody who was recognised, and in whose name the request is served. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

export function withRequest<T>(request: CurrentRequest, work: () => T): T {
  return requests.run(request, work);
}

/** Where a request comes from, for the audit log. */
export const sourceOf = ({ ip = 'unknown' }: Request): AccessSource => ({
  address: ip,
  requestId: currentRequest()?.id ?? null,
});

/** `undefined` outside a request, e.g. while the process starts. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore();
}

/** Notes that the answer to the request that is being served was given before. */
export function markReplay(): void {
  const request = currentRequest();
  if (request !== undefined) request.isReplay = true;
}

export const replayHeader = 'Idempotency-Replayed';
