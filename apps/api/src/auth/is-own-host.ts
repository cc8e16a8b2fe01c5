import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { type ApiEnv, publicUrlOf } from '../env.js';

/** Whether the request is for this Kerf by its name, an address, or a name that nobody can register. */
export function isOwnHost({ host, authorization }: IncomingHttpHeaders, env: ApiEnv): boolean {
  if (host === undefined || authorization !== undefined) return true;
  const name = hostNameOf(host);
  return name === new URL(publicUrlOf(env)).hostname || isIP(name) !== 0 || isPrivateName(name);
}

/** Returns the host name of a Host header, without its port; empty if it is none. */
export function hostNameOf(host: string): string {
  const parsed = URL.parse(`http://${host}`)?.hostname ?? '';
  return parsed.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * Names without a dot and those below reserved ones, e.g. of a Service behind a proxy or of this machine. Sources:
 * RFC 6761, RFC 6762, RFC 8375, ICANN's reservation of `internal`, and Kubernetes' DNS specification.
 */
const isPrivateName = (name: string): boolean =>
  name !== '' &&
  /^[^.]+$|[.](localhost|local|internal|svc|home[.]arpa|svc[.][^.]+[.]local)$/.test(name);
