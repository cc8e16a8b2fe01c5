import { Inject } from '@nestjs/common';
import { Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { FindsObject } from '../../graphql/object-finders.js';
import type { Caller } from '../../request/current-request.js';
import { BrakeReads, type PauseView, type SpendLimitView } from './brake.reads.js';

/** Finds pauses and spend limits by ID. */
@Resolver()
@Access('cluster.read')
export class BrakeObjects {
  constructor(@Inject(BrakeReads) private readonly reads: BrakeReads) {}

  @FindsObject('pau', 'Pause')
  findPause(id: string, { principal }: Caller): Promise<PauseView | null> {
    return this.reads.pause(principal, id);
  }

  @FindsObject('spl', 'SpendLimit')
  @Access('cost.read')
  findSpendLimit(id: string, { principal }: Caller): Promise<SpendLimitView | null> {
    return this.reads.spendLimit(principal, id);
  }
}
