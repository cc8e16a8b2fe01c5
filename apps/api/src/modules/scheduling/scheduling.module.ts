import { PodQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { readFieldSelector } from '../../contract/field-selector.js';
import { memoize } from '../../contract/memoize.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import {
  schedulingOperations as operations,
  selectablePodFields,
  toGroupView,
  toPendingPodView,
} from './scheduling.contract.js';

const pendingPods = serveNoun(
  { path: 'api/v1/pending-pods', writes: PodQueries, reads: PodQueries },
  (callersWith) => {
    const { route, query } = callersWith('pod.read');
    route(
      operations.list,
      Get(),
      async ({ reads }, { clusterId = null, teams, ...input }, { now }) => {
        const fields = readFieldSelector(input.fieldSelector, selectablePodFields);
        const page = await reads.pendingPage({ clusterId, fields, teams }, toPageRequest(input));
        return { ...toPage(page, now), items: rowsOf(page, toPendingPodView) };
      },
    );
    query('pendingPodGroups', async (reads, { clusterId = null, teams, ...args }, { now }) => {
      const filter = { clusterId, teams };
      const page = await reads.pendingGroups(filter, readConnectionArgs(args));
      const readCounts = memoize(() => reads.pendingCounts(filter));
      const countAll = async () => (await readCounts()).groups;
      return { ...toConnection(page, toGroupView, { asOf: now, countAll }), readCounts };
    });
    query('pendingPod', async (reads, { clusterId, uid }) => {
      const pod = await reads.findPending(clusterId, uid);
      return pod === null ? null : toPendingPodView(pod);
    });
  },
);

@Module({
  controllers: [pendingPods.controller],
  providers: [pendingPods.resolver, ...provideQueries(PodQueries)],
})
export class SchedulingModule {}
