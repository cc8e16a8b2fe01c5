import { KerfProblem } from '@kerf/client';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';

/** A credential that a sign-in has created. */
export interface Credential {
  readonly token: string;
  readonly expiresAt: string | null;
}

interface Grant {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly url: string;
  readonly completeUrl: string;
  readonly expiresInMs: number;
  readonly intervalMs: number;
}

/** Signs in with the browser of any device (RFC 8628): the user confirms a code there. */
export async function signInByDevice(io: Io, url: string, clientName: string): Promise<Credential> {
  const grant = toGrant(await post(io, `${url}/auth/device/code`, { clientName }));
  io.err(`Open ${grant.url} and enter the code ${grant.userCode}, or open\n${grant.completeUrl}\n`);
  const until = io.now() + grant.expiresInMs;
  let intervalMs = grant.intervalMs;
  while (io.now() < until && !io.signal.aborted) {
    await io.sleep(intervalMs);
    const response = await post(io, `${url}/auth/device/token`, { device_code: grant.deviceCode });
    const token = textIn(response.body, 'access_token');
    if (token !== null) return { token, expiresAt: textIn(response.body, 'expires_at') };
    const error = textIn(response.body, 'error') ?? textIn(response.body, 'code') ?? '';
    if (error === 'slow_down') intervalMs += 5_000;
    else if (error !== 'authorization_pending') throw refusal(error, response.status);
  }
  throw refusal('expired_token', 400);
}

const refusals: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was refused in the browser.',
  expired_token: 'The code has expired. Run `kerf login` again.',
};

const refusal = (error: string, status: number): Failure =>
  new Failure(
    exitCodes.refused,
    refusals[error] ?? `The sign-in failed (${error === '' ? status : error}).`,
  );

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function post(io: Io, url: string, body: object): Promise<Answer> {
  const request = new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await io.fetch(request);
  const text = await response.text();
  return { status: response.status, body: parse(text) };
}

function toGrant({ status, body }: Answer): Grant {
  const deviceCode = textIn(body, 'device_code');
  const userCode = textIn(body, 'user_code');
  const url = textIn(body, 'verification_uri');
  if (status === 404) {
    throw new Failure(exitCodes.refused, 'This server has no sign-in by device. Use --token.');
  }
  if (deviceCode === null || userCode === null || url === null) throw new KerfProblem(status, null);
  return {
    deviceCode,
    userCode,
    url,
    completeUrl: textIn(body, 'verification_uri_complete') ?? url,
    expiresInMs: (numberIn(body, 'expires_in') ?? 600) * 1_000,
    intervalMs: (numberIn(body, 'interval') ?? 5) * 1_000,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function textIn(value: unknown, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : null;
}

function numberIn(value: unknown, name: string): number | null {
  const member = memberOf(value, name);
  return typeof member === 'number' ? member : null;
}
