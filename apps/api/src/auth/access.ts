import { type AccessAction, canSomewhere } from '@kerf/application';
import type { AppError } from '@kerf/core';
import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import { forbidden, unauthenticated } from '../contract/public-error.js';
import { type Caller, currentRequest } from '../request/current-request.js';

/** Callers with access: everybody, every authenticated caller, or callers who may do the action somewhere. */
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

/** @throws AUTH.UNAUTHENTICATED, AUTH.FORBIDDEN */
export function requireAccess(rule: AccessLevel, caller: Caller | null): void {
  const refusal = refusalOf(rule, caller);
  if (refusal !== null) throw refusal;
}

/** Returns whether {@link requireAccess} would let the caller through. */
export const mayAccess = (rule: AccessLevel, caller: Caller | null): boolean =>
  refusalOf(rule, caller) === null;

function refusalOf(rule: AccessLevel, caller: Caller | null): AppError | null {
  if (rule === 'public') return null;
  if (caller === null)
    return unauthenticated('Authentication required. Sign in, or send an API token.');
  if (rule === 'signed-in') return null;
  const verdict = canSomewhere(caller.principal, rule);
  return verdict.isAllowed ? null : forbidden(verdict.reason);
}
