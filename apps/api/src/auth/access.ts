import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import { forbidden, unauthenticated } from '../contract/public-error.js';
import { type Caller, currentRequest } from '../request/current-request.js';

/** Who may: anybody, whoever is signed in, or whoever is signed in and may write. */
export type AccessLevel = 'public' | 'read' | 'write';

export const accessKey = 'kerf:access';

/** The rule of a route or root field, or of all of a class; what has none is refused to everybody. */
export const Access = (rule: AccessLevel) => SetMetadata(accessKey, rule);

/** Who asks; only where the rule lets nobody else in. */
export const CalledBy = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = callerOf(context);
  if (caller === null) throw unauthenticated('sign in, or send a token');
  return caller;
});

export function callerOf(context: ExecutionContext): Caller | null {
  return context.getType<'graphql' | 'http'>() === 'graphql'
    ? GqlExecutionContext.create(context).getContext<{ readonly caller: Caller }>().caller
    : (currentRequest()?.caller ?? null);
}

/** @throws AUTH.UNAUTHENTICATED, AUTH.FORBIDDEN */
export function requireAccess(rule: AccessLevel, caller: Caller | null): void {
  if (rule === 'public') return;
  if (caller === null) throw unauthenticated('sign in, or send a token');
  const { name, scope } = caller.principal;
  if (rule === 'write' && scope !== 'write') {
    throw forbidden(`the token ${name} may only read; this needs a token of scope write`);
  }
}
