import type { FleetPlan } from './fleet-request.js';

/** The CreateFleet request for a NodeClaim, kept so that a retry is identical. */
export interface PendingFleetRequest {
  readonly clientToken: string;
  readonly plan: FleetPlan;
  readonly generation: number;
}

/**
 * CreateFleet requests without a final response, by the NodeClaim's token.
 *
 * EC2 answers a repeated client token with the first response, and rejects it if anything else in
 * the request differs. So a retry after a lost response must send the same request, and a retry
 * after a response without an instance needs a new token, or it would get the same response again.
 * The token of a later generation is used only once the earlier ones are known to have launched
 * nothing. Tokens are derived, so a restarted worker repeats the same sequence.
 */
export interface PendingFleetRequests {
  open(token: string, makePlan: () => FleetPlan): PendingFleetRequest;
  /** The response had no instance: the next request has a new token. */
  refused(token: string, request: PendingFleetRequest): void;
  /** Drops the request of a NodeClaim that has its instance, or needs none. */
  close(token: string): void;
}

/** Abandoned NodeClaims leave their requests behind; the oldest ones are dropped. */
const maxRequests = 1_000;

export function createPendingFleetRequests(): PendingFleetRequests {
  const requests = new Map<string, PendingFleetRequest | { readonly generation: number }>();
  return {
    open(token, makePlan) {
      const known = requests.get(token);
      if (known !== undefined && 'plan' in known) return known;
      const generation = known?.generation ?? 0;
      const clientToken = generation === 0 ? token : `${token}-${generation}`;
      const request = { clientToken, plan: makePlan(), generation };
      requests.set(token, request);
      const [oldest] = requests.keys();
      if (requests.size > maxRequests && oldest !== undefined) requests.delete(oldest);
      return request;
    },
    refused(token, request) {
      requests.set(token, { generation: request.generation + 1 });
    },
    close(token) {
      requests.delete(token);
    },
  };
}
