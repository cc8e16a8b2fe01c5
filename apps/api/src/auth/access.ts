import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import { forbidden, unauthenticated } from '../contract/public-error.js';
import type { GraphqlContext } from '../graphql/graphql-context.js';
import { type Asker, currentRequest } from '../http/current-request.js';

/** Who may: anybody, whoever is signed in, or whoever is signed in and may write. */
export type AccessRule = 'public' | 'read' | 'write';

export const accessKey = 'kerf:access';

/** The rule of a route or root field, or of all of a class; what has none is refused to everybody. */
export const Access = (rule: AccessRule) => SetMetadata(accessKey, rule);

/** Who asks; only where the rule lets nobody else in. */
export const AskedBy = createParamDecorator((_: unknown, context: ExecutionContext): Asker => {
  const asker = askerOf(context);
  if (asker === null) throw unauthenticated('sign in, or send a token');
  return asker;
});

export function askerOf(context: ExecutionContext): Asker | null {
  return context.getType<'graphql' | 'http'>() === 'graphql'
    ? GqlExecutionContext.create(context).getContext<GraphqlContext>().asker
    : (currentRequest()?.asker ?? null);
}

/** @throws AUTH.UNAUTHENTICATED, AUTH.FORBIDDEN */
export function requireAccess(rule: AccessRule, asker: Asker | null): void {
  if (rule === 'public') return;
  if (asker === null) throw unauthenticated('sign in, or send a token');
  const { name, scope } = asker.principal;
  if (rule === 'write' && scope !== 'write') {
    throw forbidden(`the token ${name} may only read; this needs a token of scope write`);
  }
}
