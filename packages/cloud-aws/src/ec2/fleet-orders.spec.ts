import { describe, expect, it } from 'vitest';
import { createFleetOrders } from './fleet-orders.js';
import type { FleetPlan } from './fleet-request.js';

const plan = (capacityType: FleetPlan['capacityType'] = 'spot'): FleetPlan => ({
  capacityType,
  isInOrder: false,
  groups: [],
  subnetByZone: new Map(),
});

describe('CreateFleet requests in progress', () => {
  it('are repeated unchanged until they are answered', () => {
    const orders = createFleetOrders();
    const first = orders.open('ncl_1', () => plan('spot'));
    expect(orders.open('ncl_1', () => plan('on-demand'))).toBe(first);
    expect(first.clientToken).toBe('ncl_1');
  });

  it('have a new token after a refusal', () => {
    const orders = createFleetOrders();
    orders.refused('ncl_1', orders.open('ncl_1', plan));
    const second = orders.open('ncl_1', () => plan('on-demand'));
    expect(second).toMatchObject({ clientToken: 'ncl_1-1', plan: { capacityType: 'on-demand' } });
    orders.refused('ncl_1', second);
    expect(orders.open('ncl_1', plan).clientToken).toBe('ncl_1-2');
  });

  it("start with the NodeClaim's token again after the result", () => {
    const orders = createFleetOrders();
    orders.refused('ncl_1', orders.open('ncl_1', plan));
    orders.close('ncl_1');
    expect(orders.open('ncl_1', plan).clientToken).toBe('ncl_1');
  });

  it('are limited to a thousand; the oldest are dropped', () => {
    const orders = createFleetOrders();
    const oldest = orders.open('ncl_old', plan);
    for (let index = 0; index < 1000; index += 1) orders.open(`ncl_${index}`, plan);
    expect(orders.open('ncl_old', plan)).not.toBe(oldest);
  });
});
