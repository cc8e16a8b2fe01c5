import { createAddressPolicy } from '@kerf/system';
import { describe, expect, it } from 'vitest';
import { endpointRefusal, requireDialable } from './endpoint-refusal.js';

const refusal = expect.objectContaining({ code: 'CLUSTER.ENDPOINT_REFUSED' });

describe('an endpoint that is a name', () => {
  const refusalOf = (addresses: readonly string[], ...allowed: string[]) =>
    endpointRefusal(createAddressPolicy(allowed), 'api.example.com', addresses);

  it('is refused if it has a non-public address, without the address in the message', () => {
    const error = refusalOf(['52.1.2.3', '169.254.169.254']);
    expect(error).toEqual(refusal);
    expect(error?.message).toContain('api.example.com resolves to a link-local address');
    expect(error?.message).not.toContain('169.254');
    expect(refusalOf(['::ffff:10.0.0.1'])).toEqual(refusal);
  });

  it('is allowed if it is public, in an allowed range, or trusted', () => {
    expect(refusalOf(['52.1.2.3'])).toBeNull();
    expect(refusalOf(['10.0.0.1'], '10.0.0.0/8')).toBeNull();
    expect(refusalOf(['127.0.0.1'], '10.0.0.0/8')).toEqual(refusal);
    expect(refusalOf(['172.18.0.2'], 'api.example.com')).toBeNull();
    expect(refusalOf(['172.18.0.2'], 'sandbox')).toEqual(refusal);
  });
});

describe('an endpoint that is an address', () => {
  const checkUrl =
    (endpoint: string, ...allowed: string[]) =>
    () =>
      requireDialable(createAddressPolicy(allowed), endpoint);

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
