import { livingClaimStates } from '@kerf/application';
import type { Instant } from '@kerf/core';
import { type NodeClaimFilter, type NodeClaimOrder, NodeClaimQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { readFieldSelector } from '../../contract/field-selector.js';
import { selectsOnly, sortedPeriod } from '../../contract/sorted-period.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import {
  newestClaimsFirst,
  nodeClaimOperations as operations,
  selectableClaimFields,
  toNodeClaimView,
} from './node-claim.contract.js';
import { nodeClaimFields } from './node-claim.fields.js';

const nodeClaims = serveNoun(
  { path: 'api/v1', writes: NodeClaimQueries, reads: NodeClaimQueries },
  (callersWith) => {
    const { pages, one } = callersWith('node.read');
    pages([operations.list, Get('clusters/:cluster/node-claims'), 'nodeClaims'], {
      page: async (queries, { orderBy, clusterId, ...input }, request, { now, placeOf }) => {
        const { id } = await placeOf(clusterId);
        const order = orderBy ?? newestClaimsFirst;
        return queries.page(id, filterOf(input, order, now), request, order);
      },
      count: (queries, { orderBy, clusterId, ...input }, { now }) =>
        queries.count(clusterId, filterOf(input, orderBy ?? newestClaimsFirst, now)),
      view: toNodeClaimView,
      fields: nodeClaimFields,
    });
    one(
      [operations.get, Get('node-claims/:id'), 'nodeClaim'],
      { kind: 'NodeClaim', finds: ['ncl', 'NodeClaim'] },
      async (queries, id) => {
        const [claim] = await queries.byIds([id]);
        return claim === undefined ? null : toNodeClaimView(claim);
      },
      nodeClaimFields,
    );
  },
);

interface ClaimsInput extends Omit<NodeClaimFilter, 'fields'> {
  readonly fieldSelector?: string | null | undefined;
}

/** @throws INPUT.INVALID for an unknown field, or a period that is too long for the order */
function filterOf(
  { fieldSelector, ...filter }: ClaimsInput,
  order: NodeClaimOrder,
  now: Instant,
): NodeClaimFilter {
  const { from, to } = sortedPeriod(
    { from: filter.requestedFrom, to: filter.requestedTo },
    {
      order,
      timeField: 'REQUESTED_AT',
      fromName: 'requestedFrom',
      isInProgress: selectsOnly(livingClaimStates, filter.states),
      now,
    },
  );
  const fields = readFieldSelector(fieldSelector, selectableClaimFields);
  return { ...filter, requestedFrom: from, requestedTo: to, fields };
}

@Module({
  controllers: [nodeClaims.controller],
  providers: [nodeClaims.resolver, ...provideQueries(NodeClaimQueries)],
})
export class NodeClaimModule {}
