import type { IncomingMessage } from 'node:http';

/**
 * The address that a request came from, as Express finds it: where so many proxies are trusted, what
 * the outermost of them wrote into `X-Forwarded-For`. For sockets, which Express does not see.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const header = headers['x-forwarded-for'] ?? '';
  const forwarded = (Array.isArray(header) ? header.join(',') : header)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const nearestFirst = [...forwarded, socket.remoteAddress ?? ''].reverse();
  return nearestFirst[Math.min(proxies, nearestFirst.length - 1)] ?? '';
}
