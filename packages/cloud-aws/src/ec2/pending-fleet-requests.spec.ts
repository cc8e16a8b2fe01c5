import { describe, expect, it } from 'vitest';
import type { FleetPlan } from './fleet-request.js';
import { createPendingFleetRequests } from './pending-fleet-requests.js';

const plan = (capacityType: FleetPlan['capacityType'] = 'spot'): FleetPlan => ({
  capacityType,
  reservationType: null,
  securityGroupIds: [],
  isInOrder: false,
  groups: [],
  subnetByZone: new Map(),
});

describe('CreateFleet requests in progress', () => {
  it('are repeated unchanged until they are answered', () => {
    const requests = createPendingFleetRequests();
    const first = requests.open('ncl_1', () => plan('spot'));
    expect(requests.open('ncl_1', () => plan('on-demand'))).toBe(first);
    expect(first.clientToken).toBe('ncl_1');
  });

  it('have a new token after a refusal', () => {
    const requests = createPendingFleetRequests();
    requests.refused('ncl_1', requests.open('ncl_1', plan));
    const second = requests.open('ncl_1', () => plan('on-demand'));
    expect(second).toMatchObject({ clientToken: 'ncl_1-1', plan: { capacityType: 'on-demand' } });
    requests.refused('ncl_1', second);
    expect(requests.open('ncl_1', plan).clientToken).toBe('ncl_1-2');
  });

  it("start with the NodeClaim's token again after the result", () => {
    const requests = createPendingFleetRequests();
    requests.refused('ncl_1', requests.open('ncl_1', plan));
    requests.close('ncl_1');
    expect(requests.open('ncl_1', plan).clientToken).toBe('ncl_1');
  });

  it('are limited to a thousand; the oldest are dropped', () => {
    const requests = createPendingFleetRequests();
    const oldest = requests.open('ncl_old', plan);
    for (let index = 0; index < 1000; index += 1) requests.open(`ncl_${index}`, plan);
    expect(requests.open('ncl_old', plan)).not.toBe(oldest);
  });
});
