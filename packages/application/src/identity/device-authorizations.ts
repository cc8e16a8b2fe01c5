import type { DurationMs, Instant } from '@kerf/core';
import {
  type DeviceAuthorization,
  type DeviceTerms,
  toUserCode,
} from '../domain/identity/device-authorization.js';
import type { Principal, User } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { type AccessSource, auditRefusal, auditWrite } from '../recording/audit.js';
import { issueToken } from './issue-token.js';
import type { SignInPorts } from './sign-in.js';

/** How long a user has to confirm a program. */
export const deviceCodeTtlMs: DurationMs = 10 * 60_000;
/** Programs ask no more often than this. Source: RFC 8628, section 3.2. */
export const deviceIntervalMs: DurationMs = 5_000;
/** A token of a program is valid for at most so many days. */
export const mostDeviceDays = 90;

const dayMs: DurationMs = 24 * 3_600_000;
const everywhere = { kind: 'Organization' } as const;

/** Answer to a program that asks for access. */
export interface StartedDeviceAuthorization {
  /** The program's secret. */
  readonly deviceCode: string;
  /** The code that the user types or compares. */
  readonly userCode: string;
}

/** Starts the authorization of a program that has no browser. */
export async function startDeviceAuthorization(
  ports: SignInPorts,
  clientName: string,
  { address }: AccessSource,
): Promise<StartedDeviceAuthorization> {
  const { secrets, store, clock, ids } = ports;
  const deviceCode = secrets.create('kerf_device_code');
  const userCode = secrets.createUserCode();
  const now = clock.now();
  const authorization: DeviceAuthorization = {
    id: ids.next('dev'),
    clientName,
    address,
    createdAt: now,
    expiresAt: now + deviceCodeTtlMs,
    pollAfter: now,
    intervalMs: deviceIntervalMs,
    state: 'Pending',
    userId: null,
    terms: null,
  };
  const codes = { deviceCode: secrets.digest(deviceCode), userCode: secrets.digest(userCode) };
  await store.transaction(async (tx) => {
    await tx.devices.removeExpired(now - dayMs);
    await tx.devices.insert(authorization, codes);
  });
  return { deviceCode, userCode };
}

/** Returns the program that waits under a typed code; `null` when none does. */
export async function findDeviceRequest(
  { store, secrets, clock }: SignInPorts,
  typed: string,
): Promise<DeviceAuthorization | null> {
  const userCode = toUserCode(typed);
  if (userCode === null) return null;
  const found = await store.devices.findByUserCode(secrets.digest(userCode));
  return found !== null && isOpen(found, clock.now()) ? found : null;
}

const isOpen = ({ state, expiresAt }: DeviceAuthorization, now: Instant): boolean =>
  state === 'Pending' && expiresAt > now;

/** A user's decision about a program. */
export interface DecideDeviceInput {
  readonly userCode: string;
  /** `null` refuses the program. */
  readonly terms: DeviceTerms | null;
  readonly requestId: string | null;
}

/** The result of a decision about a program. */
export type DecideDeviceOutcome =
  | { readonly kind: 'Done'; readonly authorization: DeviceAuthorization }
  | { readonly kind: 'Invalid'; readonly message: string }
  | { readonly kind: 'NotFound' }
  /** The caller is a token. */
  | { readonly kind: 'NotAPerson' };

/** Confirms or refuses a program. Its token never has more rights than the user who confirms. */
export async function decideDevice(
  ports: SignInPorts,
  principal: Principal,
  { userCode, terms, requestId }: DecideDeviceInput,
): Promise<DecideDeviceOutcome> {
  if (principal.kind !== 'User') return { kind: 'NotAPerson' };
  if (terms !== null && !isDays(terms.expiresInDays)) {
    return { kind: 'Invalid', message: `must be 1 to ${mostDeviceDays}` };
  }
  const found = await findDeviceRequest(ports, userCode);
  if (found === null) return { kind: 'NotFound' };
  const decision = {
    state: terms === null ? 'Denied' : 'Approved',
    userId: principal.id,
    terms,
  } as const;
  return ports.store.transaction(async (tx) => {
    if (!(await tx.devices.decide(found.id, decision))) return { kind: 'NotFound' };
    await auditWrite(ports, tx, principal, {
      action: terms === null ? 'device.deny' : 'device.approve',
      object: { kind: 'DeviceAuthorization', id: found.id, name: found.clientName },
      after: { address: found.address, ...terms },
      requestId,
    });
    return { kind: 'Done', authorization: { ...found, ...decision } };
  });
}

const isDays = (days: number): boolean =>
  Number.isInteger(days) && days >= 1 && days <= mostDeviceDays;

/** Answer to a program that asks for its token. */
export type DevicePoll =
  | { readonly kind: 'Issued'; readonly secret: string; readonly expiresAt: Instant }
  | { readonly kind: 'Pending' | 'TooSoon' | 'Expired' | 'Denied' };

/** Returns the token of a program once, after a user has confirmed it. Source: RFC 8628, section 3.5. */
export async function pollDevice(
  ports: SignInPorts,
  deviceCode: string,
  source: AccessSource,
): Promise<DevicePoll> {
  const digest = ports.secrets.digest(deviceCode);
  return ports.store.transaction(async (tx) => {
    const found = await tx.devices.lockByDeviceCode(digest);
    const now = ports.clock.now();
    if (found === null || found.expiresAt <= now || found.state === 'Redeemed') {
      return { kind: 'Expired' };
    }
    if (found.state === 'Denied') return { kind: 'Denied' };
    if (now < found.pollAfter) return slowDown(tx, found, now);
    if (found.state === 'Pending') {
      await tx.devices.savePolling({ ...found, pollAfter: now + found.intervalMs });
      return { kind: 'Pending' };
    }
    return redeem(ports, tx, found, source);
  });
}

/** Source: RFC 8628, section 3.5: the interval grows by 5 seconds. */
async function slowDown(
  tx: Repositories,
  authorization: DeviceAuthorization,
  now: Instant,
): Promise<DevicePoll> {
  const intervalMs = authorization.intervalMs + deviceIntervalMs;
  await tx.devices.savePolling({ ...authorization, intervalMs, pollAfter: now + intervalMs });
  return { kind: 'TooSoon' };
}

async function redeem(
  ports: SignInPorts,
  tx: Repositories,
  authorization: DeviceAuthorization,
  source: AccessSource,
): Promise<DevicePoll> {
  const { userId, terms, clientName } = authorization;
  await tx.devices.savePolling({ ...authorization, state: 'Redeemed' });
  const user = userId === null ? null : await tx.identity.findUser(userId);
  if (terms === null || user === null || user.disabledAt !== null) {
    await refuseEnded(ports, tx, { authorization, user }, source);
    return { kind: 'Denied' };
  }
  const actor = { kind: 'User', id: user.id, name: user.name } as const;
  const { secret, token } = await issueToken(ports, tx, actor, {
    name: clientName,
    // The rights of the user limit those of the token.
    role: terms.access === 'same' ? 'admin' : 'viewer',
    scope: everywhere,
    expiresAt: ports.clock.now() + terms.expiresInDays * dayMs,
    creator: user,
    reason: { device: clientName, address: source.address },
    requestId: source.requestId,
  });
  return { kind: 'Issued', secret, expiresAt: token.expiresAt };
}

function refuseEnded(
  ports: SignInPorts,
  tx: Repositories,
  { authorization, user }: { authorization: DeviceAuthorization; user: User | null },
  source: AccessSource,
): Promise<void> {
  const { id, clientName } = authorization;
  const actor = user === null ? null : ({ kind: 'User', id: user.id, name: user.name } as const);
  const object = { kind: 'DeviceAuthorization', id, name: clientName } as const;
  const refusal = { action: 'device.redeem', object, actor, after: { why: 'user-disabled' } };
  return auditRefusal(ports, tx, refusal, source);
}
