import {
  type InterruptionOrder,
  type InterruptionSummary,
  interruptionOrderFields,
  type SpotPoolFilter,
  type SpotPoolRow,
} from '@kerf/db';
import { z } from 'zod';
import { boundedPeriod } from '../../contract/bounded-period.js';
import { describeSortedPeriod } from '../../contract/sorted-period.js';
import type { Interruption, SpotPool } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { orderQuery, pageOf, pageQuery } from '../../rest/paging.js';
import { componentOf } from '../../rest/resource-of.js';
import { wholeListOf, wholeListQuery } from '../../rest/whole-list.js';
import { components, idPath, instant, list, text, whole, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

/** Other fields are read when they are requested. */
export type InterruptionLazy = 'replacements';
export type InterruptionView = Omit<Interruption, InterruptionLazy> & {
  readonly replacementClaimIds: readonly string[];
};

export const toInterruptionView = (row: InterruptionSummary): InterruptionView => row;

const interruptionResource = z
  .object({
    id: text,
    clusterId: text,
    clusterName: text,
    kind: word('InterruptionKind'),
    outcome: word('InterruptionOutcome'),
    instanceId: text,
    nodeClaimId: text.nullable(),
    nodeName: text.nullable(),
    nodePool: text.nullable(),
    instanceType: text.nullable(),
    zone: text.nullable(),
    capacityType: word('CapacityType').nullable(),
    decisionId: text.nullable(),
    warnedAt: instant,
    receivedAt: instant,
    deadline: instant.nullable(),
    podCount: whole,
    replacementRequestedAt: instant.nullable(),
    replacementClaimIds: list(text),
    drainedAt: instant.nullable(),
    lostPods: list(text).meta({ description: 'Pods that ended with the instance' }),
    endedAt: instant.nullable(),
  })
  .register(components, {
    id: 'Interruption',
    description: 'An interruption: a notice of AWS about one instance, and its outcome',
  });

const maxSpotPoolDays = 31;

type SpotPoolPeriod = Pick<SpotPoolFilter, 'from' | 'to'>;

/** @throws INPUT.INVALID for a period that ends before it begins, or is too long */
export const toSpotPoolPeriod = (period: SpotPoolPeriod): SpotPoolPeriod =>
  boundedPeriod(period, maxSpotPoolDays, 'request a shorter period');

/** Returns spot pools with their shares of all spot nodes. */
export function toSpotPoolViews(rows: readonly SpotPoolRow[]): readonly SpotPool[] {
  const sumOf = (read: (row: SpotPoolRow) => number) =>
    rows.reduce((sum, row) => sum + read(row), 0);
  const nodes = sumOf((row) => row.nodes);
  const pods = sumOf((row) => row.pods);
  const isPriced = sumOf((row) => row.unpricedNodes) === 0;
  const price = sumOf((row) => row.priceMicroUsdPerHour);
  return rows.map(({ priceMicroUsdPerHour, ...row }) => ({
    ...row,
    interruptedRatio: interruptedRatioOf(row),
    price: priceMicroUsdPerHour,
    nodeShare: shareOf(row.nodes, nodes),
    priceShare: isPriced ? shareOf(priceMicroUsdPerHour, price) : null,
    podShare: shareOf(row.pods, pods),
  }));
}

const shareOf = (part: number, sum: number): number | null => (sum === 0 ? null : part / sum);

/** Nodes that ended before they were recorded would make it too high, so it is unknown then. */
const interruptedRatioOf = ({
  interruptedNodes,
  ranNodes,
}: Pick<SpotPoolRow, 'interruptedNodes' | 'ranNodes'>): number | null =>
  ranNodes === null || ranNodes < interruptedNodes ? null : shareOf(interruptedNodes, ranNodes);

export const spotPoolKey = ({ instanceType, zone }: SpotPool): string => `${instanceType}/${zone}`;

export const newestInterruptionsFirst: InterruptionOrder = {
  field: 'RECEIVED_AT',
  direction: 'DESC',
};

export const interruptionOperations = {
  list: {
    id: 'listInterruptions',
    topics: ['nodes', 'nodeClaim'],
    summary: 'Interruptions of nodes, newest first',
    description: `Interruptions of nodes, newest first. ${describeSortedPeriod('RECEIVED_AT')}`,
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      kind: z.array(word('InterruptionKind')).optional(),
      outcome: z.array(word('InterruptionOutcome')).optional(),
      nodePool: z.array(text).optional(),
      nodeClaimId: text.optional(),
      receivedFrom: instant.optional(),
      receivedTo: instant.optional(),
      ...orderQuery(interruptionOrderFields, newestInterruptionsFirst),
    }),
    answer: pageOf('InterruptionPage', interruptionResource),
  },
  spotPools: {
    id: 'listSpotPools',
    topics: ['nodes', 'nodeClaim'],
    summary: 'Interruptions by instance type and zone, and the spot nodes of now',
    query: z.strictObject({
      ...wholeListQuery,
      ...ofClusterQuery,
      from: instant,
      to: instant.meta({ description: 'Exclusive; at most 31 days after `from`' }),
    }),
    answer: wholeListOf('SpotPools', componentOf('SpotPool', {})),
  },
  get: {
    id: 'getInterruption',
    summary: 'One interruption',
    path: idPath,
    answer: interruptionResource,
  },
} as const satisfies Record<string, OperationSpec>;
