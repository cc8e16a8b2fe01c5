import type { SignInPorts } from '@kerf/application';
import {
  createApiToken,
  revokeApiToken,
  rotateApiToken,
  setPassword,
  shortestPassword,
} from '@kerf/application';
import { type ApiTokenId, assertNever, ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { credentialIdOf } from '../../auth/credentials.js';
import { LiveSockets } from '../../auth/live-sockets.js';
import { givenBackUnless, SignInThrottle } from '../../auth/sign-in-throttle.js';
import { type Outcome, refuse, refuseFields } from '../../contract/outcome.js';
import { unauthenticated } from '../../contract/public-error.js';
import type {
  ApiToken,
  CreateApiTokenInput,
  SetPasswordInput,
} from '../../generated/schema-types.js';
import { PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { AccessReads } from '../access/access.reads.js';
import { toOutcome } from '../access/access.writes.js';
import { toScope } from '../access/access-inputs.js';

/** A token, and its secret, which is returned once. */
export interface TokenWithSecret {
  readonly token: ApiToken;
  readonly secret: string;
}

/** Deriving a key costs time, so the length is limited. */
const maxPasswordLength = 1_000;

/** Writes to tokens and passwords, for REST and GraphQL. */
@Injectable()
export class IdentityWrites {
  constructor(
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
    @Inject(AccessReads) private readonly reads: AccessReads,
    @Inject(SignInThrottle) private readonly throttle: SignInThrottle,
  ) {}

  async createToken(
    { principal, requestId }: Caller,
    input: CreateApiTokenInput,
  ): Promise<Outcome<TokenWithSecret>> {
    const given = input.scope ?? ({ kind: 'Organization' } as const);
    const scope = await toScope(this.ports.store, principal, given);
    if (!scope.ok) return scope;
    const fields = { ...input, scope: scope.value, requestId };
    const outcome = await createApiToken(this.ports, principal, fields);
    switch (outcome.kind) {
      case 'Created':
        return ok({
          token: await this.reads.tokenView(outcome.token, principal),
          secret: outcome.secret,
        });
      case 'Invalid':
        return refuseFields(outcome.problems);
      case 'CallerEnded':
        throw unauthenticated('The session or token is revoked or expired. Sign in again.');
      default:
        return assertNever(outcome);
    }
  }

  async revokeToken({ principal, requestId }: Caller, id: ApiTokenId): Promise<Outcome<ApiToken>> {
    const token = await revokeApiToken(this.ports, principal, { id, requestId });
    if (token === null) {
      return refuse('NOT_FOUND', `Token ${id} not found, or already revoked.`, 'id');
    }
    await this.sockets.recheck();
    return ok(await this.reads.tokenView(token, principal));
  }

  async rotateToken(
    { principal, requestId }: Caller,
    input: { readonly id: ApiTokenId; readonly overlapMinutes: number },
  ): Promise<Outcome<TokenWithSecret>> {
    const rotated = await rotateApiToken(this.ports, principal, { ...input, requestId });
    const outcome = toOutcome(rotated);
    if (!outcome.ok) return outcome;
    await this.sockets.recheck();
    return ok({
      token: await this.reads.tokenView(outcome.value.token, principal),
      secret: outcome.value.secret,
    });
  }

  async setPassword(caller: Caller, input: SetPasswordInput): Promise<Outcome<null>> {
    if (input.newPassword.length > maxPasswordLength) {
      return refuse('INVALID', `must have at most ${maxPasswordLength} characters`, 'newPassword');
    }
    const { principal, requestId } = caller;
    const outcome = await givenBackUnless(
      (result) => result === 'WrongPassword',
      await this.throttle.takeChange(credentialIdOf(principal)),
      () =>
        setPassword(this.ports, principal, {
          currentPassword: input.currentPassword ?? null,
          newPassword: input.newPassword,
          revokesTokens: input.revokeTokens ?? false,
          requestId,
        }),
    );
    switch (outcome) {
      case 'Done':
        await this.sockets.recheck();
        return ok(null);
      case 'NotAPerson':
        return refuse('FORBIDDEN', 'An API token has no password. Sign in as a user.');
      case 'OfProvider':
        return refuse(
          'FORBIDDEN',
          'You sign in at the identity provider, which decides who has access. Kerf keeps no password for you.',
        );
      case 'WrongPassword':
        return refuse('INVALID', 'is not the current password', 'currentPassword');
      case 'TooShort':
        return refuse(
          'INVALID',
          `must have at least ${shortestPassword} characters`,
          'newPassword',
        );
      default:
        return assertNever(outcome);
    }
  }
}
