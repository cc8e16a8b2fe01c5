import type { Clock } from '@kerf/application';
import { ClusterQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors } from '../../contract/outcome.js';
import type { ResolversParentTypes } from '../../generated/resolver-types.js';
import type {
  Fleet,
  QueryClusterArgs,
  QueryClustersArgs,
  RecheckClusterInput,
  RegisterClusterInput,
  RemoveClusterInput,
  UpdateClusterInput,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import {
  type ClusterConnectionView,
  type ClusterView,
  toAttentionCounts,
  toClusterView,
  toFleetView,
} from './cluster.mapper.js';
import { ClusterWrites } from './cluster.writes.js';

type Payloads = ResolversParentTypes;

@Resolver()
@Access('cluster.read')
export class ClusterResolver {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ClusterWrites) private readonly writes: ClusterWrites,
  ) {}

  @Query()
  async clusters(@Args() args: QueryClustersArgs): Promise<ClusterConnectionView> {
    const filter = args.filter ?? {};
    const order = args.orderBy ?? { field: 'NAME', direction: 'ASC' };
    return toConnection(
      await this.clusterQueries.page(filter, order, readConnectionArgs(args)),
      toClusterView,
      {
        asOf: this.clock.now(),
        countAll: () => this.clusterQueries.count(filter),
      },
    );
  }

  @Query()
  async cluster(@Args() { id, name }: QueryClusterArgs): Promise<ClusterView | null> {
    const cluster = await this.clusterQueries.find(id ?? name ?? '');
    const isRequested =
      cluster !== null &&
      (id ?? cluster.id) === cluster.id &&
      (name ?? cluster.name) === cluster.name;
    return isRequested ? toClusterView(cluster) : null;
  }

  @Query()
  async fleet(): Promise<Fleet> {
    const [counts, summaries, facts] = await Promise.all([
      this.clusterQueries.counts(),
      this.clusterQueries.summaries(null),
      this.clusterQueries.attentionFacts(null),
    ]);
    const all = { ...counts, ...toAttentionCounts(facts) };
    return toFleetView(all, summaries, this.clock.now());
  }

  @Mutation()
  @Access('cluster.register')
  async registerCluster(
    @Args('input') input: RegisterClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RegisterClusterPayload']> {
    const outcome = await this.writes.register(caller, input);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('cluster.update')
  async updateCluster(
    @Args('input') input: UpdateClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['UpdateClusterPayload']> {
    const outcome = await this.writes.update(caller, input);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('cluster.update')
  async recheckCluster(
    @Args('input') { id }: RecheckClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RecheckClusterPayload']> {
    const outcome = await this.writes.recheck(caller, id);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('cluster.remove')
  async removeCluster(
    @Args('input') input: RemoveClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RemoveClusterPayload']> {
    const outcome = await this.writes.remove(caller, input);
    return { removedId: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @FindsObject('clu', 'Cluster')
  findCluster(id: string): Promise<ClusterView | null> {
    return this.cluster({ id });
  }
}
