import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createGuardedLookup } from './guarded-lookup.js';

interface Found {
  readonly error: Error | null;
  readonly address: string | LookupAddress[];
}

const refusal = new Error('it is not called');

/** Looks up a host that resolves to these addresses, one list per lookup; `127.0.0.1` is refused. */
function lookUp(...answers: readonly (readonly string[])[]) {
  let requested = 0;
  const lookup = createGuardedLookup(
    (host, addresses) =>
      host === 'api.example.com' && addresses.includes('127.0.0.1') ? refusal : null,
    (_host, _options, done) => {
      const addresses = answers[Math.min(requested, answers.length - 1)] ?? [];
      requested += 1;
      const family = (address: string) => (address.includes(':') ? 6 : 4);
      done(
        null,
        addresses.map((address) => ({ address, family: family(address) })),
      );
    },
  );
  return (all: boolean) =>
    new Promise<Found>((resolve) =>
      lookup('api.example.com', { all }, (error, address) => resolve({ error, address })),
    );
}

describe('a guarded lookup', () => {
  it("returns the system's result", async () => {
    const look = lookUp(['52.1.2.3', '2600:1f14::1']);
    expect(await look(false)).toEqual({ error: null, address: '52.1.2.3' });
    expect(await look(true)).toEqual({
      error: null,
      address: [
        { address: '52.1.2.3', family: 4 },
        { address: '2600:1f14::1', family: 6 },
      ],
    });
  });

  it('refuses a host by any of its addresses', async () => {
    expect((await lookUp(['52.1.2.3', '127.0.0.1'])(true)).error).toBe(refusal);
    expect((await lookUp(['52.1.2.3', '127.0.0.1'])(false)).error).toBe(refusal);
  });

  it('checks the addresses that are connected to, against DNS rebinding', async () => {
    const look = lookUp(['52.1.2.3'], ['127.0.0.1']);
    expect((await look(true)).error).toBeNull();
    expect((await look(true)).error).toBe(refusal);
  });

  it('reports a name without an address, and a failed lookup', async () => {
    expect((await lookUp([])(false)).error).toMatchObject({ code: 'ENOTFOUND' });
    const lookup = createGuardedLookup(
      () => null,
      (_host, _options, done) => done(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }), []),
    );
    const error = await new Promise((resolve) => lookup('a', {}, resolve));
    expect(error).toMatchObject({ code: 'EAI_AGAIN' });
  });
});
