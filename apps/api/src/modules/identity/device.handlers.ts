import {
  type DeviceAuthorization,
  decideDevice,
  findDeviceRequest,
  type SignInPorts,
} from '@kerf/application';
import { assertNever, ok } from '@kerf/core';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { UserCodeThrottle } from '../../auth/device/user-code-throttle.js';
import { type Outcome, refuse, toUserErrors } from '../../contract/outcome.js';
import type {
  DecideDeviceInput,
  DecideDevicePayload,
  DeviceRequest,
  QueryDeviceRequestArgs,
} from '../../generated/schema-types.js';
import { PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';

const defaultDays = 30;

/** Confirmation of programs that have no browser. */
@Resolver()
@Access('signed-in')
export class DeviceResolver {
  constructor(
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(UserCodeThrottle) private readonly throttle: UserCodeThrottle,
  ) {}

  @Query()
  async deviceRequest(
    @Args() { userCode }: QueryDeviceRequestArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<DeviceRequest | null> {
    const find = () => findDeviceRequest(this.ports, userCode);
    const found = await this.throttle.guess(principal.id, find);
    return found === null ? null : toView(found);
  }

  @Mutation()
  async decideDevice(
    @Args('input') input: DecideDeviceInput,
    @CalledBy() caller: Caller,
  ): Promise<DecideDevicePayload> {
    const outcome = await this.#decide(input, caller);
    return { request: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  async #decide(
    { userCode, isApproved, access, expiresInDays }: DecideDeviceInput,
    { principal, requestId }: Caller,
  ): Promise<Outcome<DeviceRequest>> {
    const terms = isApproved
      ? { access: access ?? 'same', expiresInDays: expiresInDays ?? defaultDays }
      : null;
    const find = () => findDeviceRequest(this.ports, userCode);
    if ((await this.throttle.guess(principal.id, find)) === null) return noSuchCode();
    const result = await decideDevice(this.ports, principal, { userCode, terms, requestId });
    switch (result.kind) {
      case 'Done':
        return ok(toView(result.authorization));
      case 'Invalid':
        return refuse('INVALID', result.message, 'expiresInDays');
      case 'NotAPerson':
        return refuse('FORBIDDEN', 'An API token cannot confirm programs. Sign in as a user.');
      case 'NotFound':
        return noSuchCode();
      default:
        return assertNever(result);
    }
  }
}

const noSuchCode = () =>
  refuse(
    'NOT_FOUND',
    'No program waits under this code. Check the code, or start the program again.',
    'userCode',
  );

function toView(authorization: DeviceAuthorization): DeviceRequest {
  const { clientName, address, createdAt, expiresAt } = authorization;
  return { clientName, address, createdAt, expiresAt };
}
