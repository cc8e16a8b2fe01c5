import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { instant, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';
import {
  costMonthResource,
  costResource,
  costSeriesResource,
  savingsResource,
} from './cost.resource.js';

const filterQuery = {
  ...ofClusterQuery,
  nodePool: z.array(z.string()).optional(),
  capacityType: z.array(word('CapacityType')).optional(),
  instanceFamily: z.array(z.string()).optional(),
};
const period = { from: instant, to: instant };

export const costOperations = {
  get: {
    id: 'getCost',
    summary: 'What runs now costs now, cut four ways',
    query: z.strictObject(ofClusterQuery),
    answer: costResource,
  },
  series: {
    id: 'getCostSeries',
    summary: 'What running cost over time, cut one way',
    query: z.strictObject({
      ...filterQuery,
      ...period,
      by: word('CostDimension'),
      resolution: word('CostResolution').optional(),
    }),
    answer: costSeriesResource,
  },
  month: {
    id: 'getCostMonth',
    summary: 'What this month (UTC) has cost so far, and what it will come to',
    query: z.strictObject(filterQuery),
    answer: costMonthResource,
  },
  savings: {
    id: 'getSavings',
    summary: 'What taking nodes away saved in a period, by kind of decision',
    query: z.strictObject({ ...ofClusterQuery, ...period }),
    answer: savingsResource,
  },
} as const satisfies Record<string, OperationSpec>;
