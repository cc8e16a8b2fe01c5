import type { FleetPlan } from './fleet-request.js';

/** The request to EC2 for a NodeClaim, so that a repetition is identical. */
export interface FleetOrder {
  readonly clientToken: string;
  readonly plan: FleetPlan;
  readonly generation: number;
}

/**
 * Orders that have not been answered for good, by the claim's token.
 *
 * EC2 answers a repeated client token with the first answer, and refuses it when anything else in
 * the request differs. So a repeat after a lost answer must send the same request, and a repeat
 * after an answer without an instance needs a token of its own, or it would be given that answer
 * again. Tokens of later generations are only used once the earlier ones are known to have bought
 * nothing, and they are derived, so that a worker that starts afresh walks the same chain.
 */
export interface FleetOrders {
  open(token: string, makePlan: () => FleetPlan): FleetOrder;
  /** The order got a response without an instance: the next order is a new request. */
  refused(token: string, order: FleetOrder): void;
  /** No order is left for the NodeClaim. */
  close(token: string): void;
}

/** Claims that were given up on leave their orders behind; the oldest of them go. */
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
