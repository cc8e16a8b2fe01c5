import { IncidentQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import { incidentOperations as operations, toIncidentView } from './incident.contract.js';

const incidents = serveNoun(
  { path: 'api/v1/incidents', writes: IncidentQueries, reads: IncidentQueries },
  (callersWith) => {
    const { pages, one } = callersWith('node.read');
    pages([operations.list, Get(), 'incidents'], {
      page: (queries, filter, request) => queries.page(filter, request),
      count: (queries, filter) => queries.count(filter),
      view: toIncidentView,
    });
    one(
      [operations.get, Get(':id'), 'incident'],
      { kind: 'Incident', finds: ['inc', 'Incident'] },
      async (queries, id) => {
        const [row] = await queries.byIds([id]);
        return row === undefined ? null : toIncidentView(row);
      },
    );
  },
);

@Module({
  controllers: [incidents.controller],
  providers: [incidents.resolver, ...provideQueries(IncidentQueries)],
})
export class IncidentModule {}
