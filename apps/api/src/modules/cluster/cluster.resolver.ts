import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors } from '../../contract/outcome.js';
import type {
  Fleet,
  QueryClusterArgs,
  QueryClustersArgs,
  RecheckClusterInput,
  RegisterClusterInput,
  RemoveClusterInput,
  ResolversParentTypes,
  UpdateClusterInput,
} from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
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
@Access('read')
export class ClusterResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
    @Inject(ClusterWrites) private readonly writes: ClusterWrites,
  ) {}

  @Query()
  async clusters(@Args() args: QueryClustersArgs): Promise<ClusterConnectionView> {
    const filter = args.filter ?? {};
    const order = args.orderBy ?? { field: 'NAME', direction: 'ASC' };
    const { clusters } = this.queries;
    return toConnection(await clusters.page(filter, order, toPageRequest(args)), toClusterView, {
      asOf: this.ports.clock.now(),
      countAll: () => clusters.count(filter),
    });
  }

  @Query()
  async cluster(@Args() { id, name }: QueryClusterArgs): Promise<ClusterView | null> {
    const cluster = await this.queries.clusters.find(id ?? name ?? '');
    const isRequested =
      cluster !== null &&
      (id ?? cluster.id) === cluster.id &&
      (name ?? cluster.name) === cluster.name;
    return isRequested ? toClusterView(cluster) : null;
  }

  @Query()
  async fleet(): Promise<Fleet> {
    const { clusters } = this.queries;
    const [counts, summaries, facts] = await Promise.all([
      clusters.counts(),
      clusters.summaries(null),
      this.queries.attentionFacts(null),
    ]);
    const all = { ...counts, ...toAttentionCounts(facts) };
    return toFleetView(all, summaries, this.ports.clock.now());
  }

  @Mutation()
  @Access('write')
  async registerCluster(
    @Args('input') input: RegisterClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RegisterClusterPayload']> {
    const outcome = await this.writes.register(caller, input);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('write')
  async updateCluster(
    @Args('input') input: UpdateClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['UpdateClusterPayload']> {
    const outcome = await this.writes.update(caller, input);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('write')
  async recheckCluster(
    @Args('input') { id }: RecheckClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RecheckClusterPayload']> {
    const outcome = await this.writes.recheck(caller, id);
    return { cluster: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('write')
  async removeCluster(
    @Args('input') input: RemoveClusterInput,
    @CalledBy() caller: Caller,
  ): Promise<Payloads['RemoveClusterPayload']> {
    const outcome = await this.writes.remove(caller, input);
    return { removedId: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }
}
