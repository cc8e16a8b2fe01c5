import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { AppError } from '@kerf/core';

const timeoutMs = 5_000;
const maxBytes = 256_000;

/** Ranges that are not the public Internet. Source: IANA special-purpose address registries. */
const privateRanges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const;

const blocked = new BlockList();
for (const [address, bits] of privateRanges) {
  blocked.addSubnet(address, bits, address.includes(':') ? 'ipv6' : 'ipv4');
}

/** Returns whether an address is on the public Internet. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return !blocked.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** Hosts outside of the public Internet that are accepted, e.g. an issuer of the company's own clusters. */
export interface FetchPolicy {
  readonly allowedHosts: readonly string[];
}

/**
 * Reads JSON of another site, with limits: HTTPS to public addresses only, no redirects, limited time and
 * size. The connection goes to the address that was checked.
 * @throws INPUT.INVALID
 */
export async function fetchJson(url: string, { allowedHosts }: FetchPolicy): Promise<unknown> {
  const { protocol, hostname, host } = new URL(url);
  const isAllowed = allowedHosts.includes(host);
  if (protocol !== 'https:' && !isAllowed) throw refusal('the URL is not https');
  const name = hostname.replace(/^\[|\]$/g, '');
  const found = await resolve(name);
  if (!isAllowed && !isPublicAddress(found.address)) throw refusal('the address is not public');
  // Loaded here, because few installations use it.
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({
    connect: {
      lookup: (_name, options, callback) =>
        options.all === true
          ? callback(null, [found])
          : callback(null, found.address, found.family),
    },
  });
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

async function resolve(name: string): Promise<{ address: string; family: number }> {
  const family = isIP(name);
  if (family !== 0) return { address: name, family };
  return lookup(name);
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
