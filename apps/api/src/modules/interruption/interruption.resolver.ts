import type { Clock } from '@kerf/application';
import { InterruptionQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type {
  QueryInterruptionArgs,
  QueryInterruptionsArgs,
} from '../../generated/schema-types.js';
import { readConnectionArgs, toConnection } from '../../graphql/connection.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { CLOCK } from '../../parts.js';
import {
  type InterruptionConnectionView,
  type InterruptionView,
  toInterruptionView,
} from './interruption.mapper.js';

@Resolver()
@Access('read')
export class InterruptionResolver {
  constructor(
    @Inject(InterruptionQueries) private readonly interruptionQueries: InterruptionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async interruptions(@Args() args: QueryInterruptionsArgs): Promise<InterruptionConnectionView> {
    const filter = args.filter ?? {};
    return toConnection(
      await this.interruptionQueries.page(filter, readConnectionArgs(args)),
      toInterruptionView,
      {
        asOf: this.clock.now(),
        countAll: () => this.interruptionQueries.count(filter),
      },
    );
  }

  @Query()
  async interruption(@Args() { id }: QueryInterruptionArgs): Promise<InterruptionView | null> {
    const [row] = await this.interruptionQueries.byIds([id]);
    return row === undefined ? null : toInterruptionView(row);
  }

  @FindsObject('int', 'Interruption')
  findInterruption(id: string): Promise<InterruptionView | null> {
    return this.interruption({ id });
  }
}
