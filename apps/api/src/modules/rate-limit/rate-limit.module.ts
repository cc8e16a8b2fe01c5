import { invariant } from '@kerf/core';
import { Module } from '@nestjs/common';
import { Context, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { SpentCost } from '../../graphql/cost-budget.js';
import type { GraphqlContext } from '../../graphql/graphql-context.js';

@Resolver()
@Access('signed-in')
class RateLimitResolver {
  @Query()
  rateLimit(@Context() { spent }: GraphqlContext): SpentCost {
    invariant(spent !== null, 'the cost of a query is spent before it is executed');
    return spent;
  }
}

@Module({ providers: [RateLimitResolver] })
export class RateLimitModule {}
