import type { FleetPlan } from './fleet-request.js';

/** The request to EC2 for a NodeClaim, kept so that a retry is identical. */
export interface FleetOrder {
  readonly clientToken: string;
  readonly plan: FleetPlan;
  readonly generation: number;
}

/**
 * Orders without a final response, by the NodeClaim's token.
 *
 * EC2 answers a repeated client token with the first response, and rejects it if anything else in
 * the request differs. So a retry after a lost response must send the same request, and a retry
 * after a response without an instance needs a new token, or it would get the same response again.
 * The token of a later generation is used only once the earlier ones are known to have launched
 * nothing. Tokens are derived, so a restarted worker repeats the same sequence.
 */
export interface FleetOrders {
  open(token: string, makePlan: () => FleetPlan): FleetOrder;
  /** The order got a response without an instance: the next order is a new request. */
  refused(token: string, order: FleetOrder): void;
  /** No order is left for the NodeClaim. */
  close(token: string): void;
}

/** Abandoned NodeClaims leave their orders behind; the oldest orders are dropped. */
const maxOrders = 1_000;

export function createFleetOrders(): FleetOrders {
  const orders = new Map<string, FleetOrder | { readonly generation: number }>();
  return {
    open(token, makePlan) {
      const known = orders.get(token);
      if (known !== undefined && 'plan' in known) return known;
      const generation = known?.generation ?? 0;
      const clientToken = generation === 0 ? token : `${token}-${generation}`;
      const order = { clientToken, plan: makePlan(), generation };
      orders.set(token, order);
      const [oldest] = orders.keys();
      if (orders.size > maxOrders && oldest !== undefined) orders.delete(oldest);
      return order;
    },
    refused(token, order) {
      orders.set(token, { generation: order.generation + 1 });
    },
    close(token) {
      orders.delete(token);
    },
  };
}
