import { z } from 'zod';
import { components, instant, list, money, whole } from '../../rest/wire.js';

const share = z
  .object({
    key: z.string(),
    label: z.string(),
    nodes: whole,
    unpricedNodes: whole,
    price: money,
  })
  .register(components, { id: 'CostShare' });

export const costResource = z
  .object({
    asOf: instant,
    total: money,
    nodes: whole,
    unpricedNodes: whole.meta({ description: 'Nodes without a known price; they are in no sum' }),
    byCluster: list(share),
    byNodePool: list(share),
    byInstanceType: list(share),
    byCapacityType: list(share),
  })
  .register(components, { id: 'CostNow' });
