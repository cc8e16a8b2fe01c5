import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createEndpointPolicy } from './endpoint-policy.js';
import { createGuardedLookup, requireDialable } from './guarded-lookup.js';

interface Found {
  readonly error: Error | null;
  readonly address: string | LookupAddress[];
}

/** Looks up a host that resolves to these addresses, one list per lookup. */
function lookUp(
  answers: readonly (readonly string[])[],
  allowed: readonly string[] = [],
  host = 'api.example.com',
) {
  let requested = 0;
  const lookup = createGuardedLookup(createEndpointPolicy(allowed), (_host, _options, done) => {
    const addresses = answers[Math.min(requested, answers.length - 1)] ?? [];
    requested += 1;
    const family = (address: string) => (address.includes(':') ? 6 : 4);
    done(
      null,
      addresses.map((address) => ({ address, family: family(address) })),
    );
  });
  return (all: boolean) =>
    new Promise<Found>((resolve) =>
      lookup(host, { all }, (error, address) => resolve({ error, address })),
    );
}

const refusal = expect.objectContaining({ code: 'CLUSTER.ENDPOINT_REFUSED' });

describe('the lookup of an endpoint', () => {
  it("returns the system's result for public addresses", async () => {
    const look = lookUp([['52.1.2.3', '2600:1f14::1']]);
    expect(await look(false)).toEqual({ error: null, address: '52.1.2.3' });
    expect(await look(true)).toEqual({
      error: null,
      address: [
        { address: '52.1.2.3', family: 4 },
        { address: '2600:1f14::1', family: 6 },
      ],
    });
  });

  it('refuses a name with a non-public address, without the address in the message', async () => {
    const { error } = await lookUp([['52.1.2.3', '169.254.169.254']])(true);
    expect(error).toEqual(refusal);
    expect(error?.message).toContain('api.example.com resolves to a link-local address');
    expect(error?.message).not.toContain('169.254');
    expect((await lookUp([['::ffff:10.0.0.1']])(false)).error).toEqual(refusal);
  });

  it('checks the addresses that are connected to, against DNS rebinding', async () => {
    const look = lookUp([['52.1.2.3'], ['127.0.0.1']]);
    expect((await look(true)).error).toBeNull();
    expect((await look(true)).error).toEqual(refusal);
  });

  it('allows names in allowed ranges, and any address of trusted hosts', async () => {
    expect((await lookUp([['10.0.0.1']], ['10.0.0.0/8'])(true)).error).toBeNull();
    expect((await lookUp([['127.0.0.1']], ['10.0.0.0/8'])(true)).error).toEqual(refusal);
    expect((await lookUp([['172.18.0.2']], ['sandbox'], 'sandbox')(true)).error).toBeNull();
    expect((await lookUp([['172.18.0.2']], ['sandbox'])(true)).error).toEqual(refusal);
  });

  it('reports a name without an address, and a failed lookup', async () => {
    expect((await lookUp([[]])(false)).error).toMatchObject({ code: 'ENOTFOUND' });
    const lookup = createGuardedLookup(createEndpointPolicy([]), (_host, _options, done) =>
      done(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }), []),
    );
    const error = await new Promise((resolve) => lookup('a', {}, resolve));
    expect(error).toMatchObject({ code: 'EAI_AGAIN' });
  });
});

describe('an endpoint that is an address', () => {
  const checkUrl =
    (endpoint: string, ...allowed: string[]) =>
    () =>
      requireDialable(createEndpointPolicy(allowed), endpoint);

  it.each([
    'https://127.0.0.1:6443',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001/',
    'https://[::1]:6443',
    'https://[::ffff:169.254.169.254]',
    'https://169.254.169.254/latest',
    'https://10.0.0.1',
  ])('is refused where it is not public: %s', (endpoint) => {
    expect(checkUrl(endpoint)).toThrow(refusal);
  });

  it('is allowed if it is public or in an allowed range; names are checked when they are resolved', () => {
    expect(checkUrl('https://52.1.2.3')).not.toThrow();
    expect(checkUrl('https://127.0.0.1:6443', '127.0.0.1')).not.toThrow();
    expect(checkUrl('https://10.0.0.1', '10.0.0.0/8')).not.toThrow();
    expect(checkUrl('https://localhost')).not.toThrow();
  });
});
