import { NodeClaimQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { readFieldSelector } from '../../contract/field-selector.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import {
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
      page: async (queries, input, request, { placeOf }) => {
        const { id } = await placeOf(input.clusterId);
        return queries.page(id, filterOf(input), request);
      },
      count: (queries, input) => queries.count(input.clusterId, filterOf(input)),
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

const filterOf = <Filter extends { readonly fieldSelector?: string | null | undefined }>({
  fieldSelector,
  ...filter
}: Filter) => ({ ...filter, fields: readFieldSelector(fieldSelector, selectableClaimFields) });

@Module({
  controllers: [nodeClaims.controller],
  providers: [nodeClaims.resolver, ...provideQueries(NodeClaimQueries)],
})
export class NodeClaimModule {}
