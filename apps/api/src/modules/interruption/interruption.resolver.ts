import type { ReadQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type {
  QueryInterruptionArgs,
  QueryInterruptionsArgs,
} from '../../generated/schema-types.js';
import { toConnection, toPageRequest } from '../../graphql/connection.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import {
  type InterruptionConnectionView,
  type InterruptionView,
  toInterruptionView,
} from './interruption.mapper.js';

@Resolver()
@Access('read')
export class InterruptionResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async interruptions(@Args() args: QueryInterruptionsArgs): Promise<InterruptionConnectionView> {
    const filter = args.filter ?? {};
    const { interruptions } = this.queries;
    return toConnection(await interruptions.page(filter, toPageRequest(args)), toInterruptionView, {
      asOf: this.ports.clock.now(),
      countAll: () => interruptions.count(filter),
    });
  }

  @Query()
  async interruption(@Args() { id }: QueryInterruptionArgs): Promise<InterruptionView | null> {
    const [row] = await this.queries.interruptions.byIds([id]);
    return row === undefined ? null : toInterruptionView(row);
  }
}
