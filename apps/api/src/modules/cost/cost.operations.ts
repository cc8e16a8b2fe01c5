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
    summary: 'Current cost per hour, grouped in four ways',
    query: z.strictObject(ofClusterQuery),
    answer: costResource,
  },
  series: {
    id: 'getCostSeries',
    summary: 'Cost over time, in groups',
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
    summary: 'Cost of the current month (UTC) so far, and its forecast',
    query: z.strictObject(filterQuery),
    answer: costMonthResource,
  },
  savings: {
    id: 'getSavings',
    summary: 'Savings by disruption in a time range, by kind of decision',
    query: z.strictObject({ ...ofClusterQuery, ...period }),
    answer: savingsResource,
  },
} as const satisfies Record<string, OperationSpec>;
