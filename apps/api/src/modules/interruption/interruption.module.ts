import type { Instant } from '@kerf/core';
import { type InterruptionFilter, type InterruptionOrder, InterruptionQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { sortedPeriod } from '../../contract/sorted-period.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import {
  newestInterruptionsFirst,
  interruptionOperations as operations,
  spotPoolKey,
  toInterruptionView,
  toSpotPoolPeriod,
  toSpotPoolViews,
} from './interruption.contract.js';

const interruptions = serveNoun(
  { path: 'api/v1/interruptions', writes: InterruptionQueries, reads: InterruptionQueries },
  (callersWith) => {
    const { pages, one, whole } = callersWith('node.read');
    pages([operations.list, Get(), 'interruptions'], {
      page: (queries, { orderBy, ...filter }, request, { now }) => {
        const order = orderBy ?? newestInterruptionsFirst;
        return queries.page(inPeriod(filter, order, now), request, order);
      },
      count: (queries, { orderBy, ...filter }, { now }) =>
        queries.count(inPeriod(filter, orderBy ?? newestInterruptionsFirst, now)),
      view: toInterruptionView,
    });
    whole(
      [operations.spotPools, Get('spot-pools'), 'spotPools'],
      async (queries, { clusterId = null, from, to }) =>
        toSpotPoolViews(await queries.spotPools({ clusterId, ...toSpotPoolPeriod({ from, to }) })),
      spotPoolKey,
    );
    one(
      [operations.get, Get(':id'), 'interruption'],
      { kind: 'Interruption', finds: ['int', 'Interruption'] },
      async (queries, id) => {
        const [row] = await queries.byIds([id]);
        return row === undefined ? null : toInterruptionView(row);
      },
    );
  },
);

/** @throws INPUT.INVALID for a period that is too long for the order */
function inPeriod(
  filter: InterruptionFilter,
  order: InterruptionOrder,
  now: Instant,
): InterruptionFilter {
  const { from, to } = sortedPeriod(
    { from: filter.receivedFrom, to: filter.receivedTo },
    { order, timeField: 'RECEIVED_AT', fromName: 'receivedFrom', isInProgress: false, now },
  );
  return { ...filter, receivedFrom: from, receivedTo: to };
}

@Module({
  controllers: [interruptions.controller],
  providers: [interruptions.resolver, ...provideQueries(InterruptionQueries)],
})
export class InterruptionModule {}
