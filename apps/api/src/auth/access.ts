import { type AccessAction, canSomewhere } from '@kerf/application';
import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import { forbidden, unauthenticated } from '../contract/public-error.js';
import { type Caller, currentRequest } from '../request/current-request.js';

/** Who has access: everybody, every authenticated caller, or callers who may do the action somewhere. */
export type AccessLevel = 'public' | 'signed-in' | AccessAction;

export const accessKey = 'kerf:access';

/** Declares access to a route, a root field, or all of a class. Without a declaration, access is denied. */
export const Access = (rule: AccessLevel) => SetMetadata(accessKey, rule);

/** Returns the authenticated caller. */
export const CalledBy = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = callerOf(context);
  if (caller === null)
    throw unauthenticated('Authentication required. Sign in, or send an API token.');
  return caller;
});

export function callerOf(context: ExecutionContext): Caller | null {
  return context.getType<'graphql' | 'http'>() === 'graphql'
    ? GqlExecutionContext.create(context).getContext<{ readonly caller: Caller }>().caller
    : (currentRequest()?.caller ?? null);
}

/** Returns whether `requireAccess` would let the caller through. */
export const mayAccess = (rule: AccessLevel, { principal }: Caller): boolean =>
  rule === 'public' || rule === 'signed-in' || canSomewhere(principal, rule).isAllowed;

/** @throws AUTH.UNAUTHENTICATED, AUTH.FORBIDDEN */
export function requireAccess(rule: AccessLevel, caller: Caller | null): void {
  if (rule === 'public') return;
  if (caller === null)
    throw unauthenticated('Authentication required. Sign in, or send an API token.');
  if (rule === 'signed-in') return;
  const verdict = canSomewhere(caller.principal, rule);
  if (!verdict.isAllowed) throw forbidden(verdict.reason);
}
