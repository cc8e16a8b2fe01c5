import { z } from 'zod';
import { components, instant, list, money, sum, whole, word } from '../../rest/wire.js';

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
    unpricedNodes: whole.meta({ description: 'Nodes without a known price; no sum contains them' }),
    byCluster: list(share),
    byNodePool: list(share),
    byInstanceType: list(share),
    byCapacityType: list(share),
  })
  .register(components, { id: 'CostNow' });

export const costSeriesResource = z
  .object({
    resolution: word('CostResolution'),
    bucketMs: whole,
    buckets: list(instant).meta({ description: 'Start of each bucket' }),
    measuredMs: list(whole).meta({ description: 'Measured time of each bucket' }),
    groups: list(
      z.object({
        key: z.string(),
        label: z.string(),
        total: sum,
        costs: list(sum.nullable()).meta({
          description: 'One entry per bucket; null without data',
        }),
        rates: list(money.nullable()).meta({
          description:
            'Cost per hour in each bucket, averaged over its measured time; null without data',
        }),
      }),
    ),
    total: sum,
    unpricedNodeHours: z.number(),
    asOf: instant,
  })
  .register(components, { id: 'CostSeries' });

export const costMonthResource = z
  .object({
    from: instant,
    to: instant,
    knownFrom: instant.nullable(),
    cost: sum,
    recent: money,
    forecast: sum,
  })
  .register(components, { id: 'CostMonth' });

export const savingsResource = z
  .object({
    items: list(
      z.object({
        kind: word('DecisionKind'),
        decisions: whole,
        promised: money,
        achieved: money,
        unpricedDecisions: whole,
        saved: sum,
      }),
    ),
  })
  .register(components, { id: 'Savings' });
