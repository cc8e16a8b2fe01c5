import { DefinitionQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import { disruptionOperations as operations, toBudgetsView } from './disruption.contract.js';

const budgets = serveNoun(
  { path: 'api/v1/disruption-budgets', writes: DefinitionQueries, reads: DefinitionQueries },
  (callersWith) => {
    callersWith('node.read').read(
      [operations.get, Get(), 'disruptionBudgets'],
      async (queries, { clusterId = null }, { now }) =>
        toBudgetsView(await queries.budgetStatuses(clusterId), now),
    );
  },
);

@Module({
  controllers: [budgets.controller],
  providers: [budgets.resolver, ...provideQueries(DefinitionQueries)],
})
export class DisruptionModule {}
