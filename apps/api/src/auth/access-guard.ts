import { invariant } from '@kerf/core';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type AccessLevel, accessKey, callerOf, requireAccess } from './access.js';

/** Checks access to every route of REST and every root field of GraphQL. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const rule = this.reflector.getAllAndOverride<AccessLevel | undefined>(accessKey, [
      handler,
      context.getClass(),
    ]);
    invariant(rule !== undefined, `${context.getClass().name}.${handler.name} declares no access`);
    requireAccess(rule, callerOf(context));
    return true;
  }
}
