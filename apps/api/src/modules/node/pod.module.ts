import { PodQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { memoize } from '../../contract/memoize.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import { toPodTotals, toPodView } from './pod.contract.js';

const pods = serveNoun(
  { path: 'api/v1/pods', writes: PodQueries, reads: PodQueries },
  (callersWith) => {
    const { query } = callersWith('pod.read');
    query('pod', async (reads, key) => {
      const pod = await reads.find(key);
      return pod === null ? null : toPodView(pod);
    });
    query('pods', async (reads, { clusterId, namespace, ownerKind, ownerName, ...args }, call) => {
      const filter = { clusterId, namespace, ownerKind, ownerName };
      const [{ syncedAt }, page] = await Promise.all([
        call.placeOf(clusterId),
        reads.page(filter, readConnectionArgs(args)),
      ]);
      const readTotals = memoize(async () => toPodTotals(await reads.totals(filter)));
      const countAll = async () => (await readTotals()).pods;
      const asOf = syncedAt ?? call.now;
      return { ...toConnection(page, toPodView, { asOf, countAll }), readTotals };
    });
  },
);

/** Pods have no routes of their own: REST has those of a node and the pending ones. */
@Module({ providers: [pods.resolver, ...provideQueries(PodQueries)] })
export class PodModule {}
