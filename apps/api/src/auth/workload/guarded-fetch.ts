import { isIP } from 'node:net';
import { AppError } from '@kerf/core';
import { createAddressPolicy, createGuardedLookup, hostOf, refusedKindOfHost } from '@kerf/system';

const timeoutMs = 5_000;
const maxBytes = 256_000;
const publicOnly = createAddressPolicy([]);

/** Hosts outside of the public Internet that are accepted, e.g. an issuer of the company's own clusters. */
export interface FetchPolicy {
  /** Each with its port unless that is 443. */
  readonly allowedHosts: readonly string[];
}

/**
 * Reads JSON of another site, with limits: HTTPS to public addresses only, no redirects, limited time and
 * size. The connection goes to the address that was checked.
 * @throws INPUT.INVALID
 */
export async function fetchJson(url: string, { allowedHosts }: FetchPolicy): Promise<unknown> {
  const { protocol, host } = new URL(url);
  const isAllowed = allowedHosts.includes(host);
  if (protocol !== 'https:' && !isAllowed) throw refusal('the URL is not https');
  const refusalOf = (name: string, addresses: readonly string[]): AppError | null =>
    isAllowed || refusedKindOfHost(publicOnly, name, addresses) === null
      ? null
      : refusal('the address is not public');
  const name = hostOf(url);
  const refused = isIP(name) === 0 ? null : refusalOf(name, [name]);
  if (refused !== null) throw refused;
  // Loaded here, because few installations use it.
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: { lookup: createGuardedLookup(refusalOf) } });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: 'application/json' };
    const response = await fetch(url, { dispatcher, redirect: 'manual', signal, headers });
    if (response.status !== 200) throw refusal(`the answer has status ${response.status}`);
    const parsed: unknown = JSON.parse(await readLimited(response.body));
    return parsed;
  } finally {
    await dispatcher.destroy();
  }
}

async function readLimited(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw refusal('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const refusal = (message: string): AppError =>
  new AppError({ code: 'INPUT.INVALID', message: `The issuer cannot be read: ${message}.` });
