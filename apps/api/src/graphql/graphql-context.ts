import { invariant } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Sessions } from '../auth/sessions.js';
import { IdempotentRequests } from '../contract/idempotent-requests.js';
import { type Caller, currentRequest } from '../request/current-request.js';
import { CostBudget, type SpentCost } from './cost-budget.js';
import { LoaderFactory, type Loaders } from './loaders.js';

/** The context of resolvers of fields; REST has it, too. */
export interface FieldContext {
  readonly caller: Caller;
  readonly loaders: Loaders;
}

/** The request, for resolvers. */
export interface GraphqlContext extends FieldContext {
  /** Replaced for each event of a subscription, which lasts longer than what they have read. */
  loaders: Loaders;
  /** Ends the browser's session; `null` without one, e.g. for a token. */
  readonly endSession: (() => Promise<string | null>) | null;
  /** Set before the execution; `null` for subscriptions. */
  spent: SpentCost | null;
}

/** Creates the contexts of requests and subscriptions. */
@Injectable()
export class ContextFactory {
  constructor(
    @Inject(LoaderFactory) private readonly loaders: LoaderFactory,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(CostBudget) readonly budget: CostBudget,
    @Inject(IdempotentRequests) readonly idempotent: IdempotentRequests,
  ) {}

  ofRequest(request: Request, response: Response): GraphqlContext {
    const caller = currentRequest()?.caller ?? null;
    invariant(caller !== null, 'GraphQL requires an authenticated caller');
    const isUser = caller.principal.kind === 'User';
    const endSession = isUser ? () => this.sessions.end(request, response) : null;
    return { caller, loaders: this.loaders.create(), endSession, spent: null };
  }

  ofSubscription(caller: Caller): GraphqlContext {
    return { caller, loaders: this.loaders.create(), endSession: null, spent: null };
  }

  /** Lets the next event of a subscription read everything anew. */
  renew(context: GraphqlContext): void {
    context.loaders = this.loaders.create();
  }
}
