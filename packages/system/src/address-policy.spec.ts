import { describe, expect, it } from 'vitest';
import {
  createAddressPolicy,
  hostOf,
  isAddressEntry,
  refusedKindOfHost,
} from './address-policy.js';

describe('an address policy', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['0:0:0:0:0:ffff:7f00:1', 'loopback'],
    ['0.0.0.0', 'unspecified'],
    ['::', 'unspecified'],
    ['169.254.169.254', 'link-local'],
    ['::ffff:a9fe:a9fe', 'link-local'],
    ['fe80::1', 'link-local'],
    ['febf::1', 'link-local'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['fd00:ec2::254', 'private'],
    ['100.64.0.1', 'shared'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['64:ff9b::a9fe:a9fe', 'reserved'],
    ['2002:a9fe:a9fe::', 'reserved'],
    ['::7f00:1', 'reserved'],
    ['not an address', 'unreadable'],
  ])('refuses %s, which is %s', (address, kind) => {
    expect(createAddressPolicy([]).refusedKindOf(address)).toBe(kind);
  });

  it.each(['8.8.8.8', '52.95.110.1', '172.32.0.1', '172.15.0.1', '2600:1f14::1', '2a05:d018::1'])(
    'has nothing against %s',
    (address) => {
      expect(createAddressPolicy([]).refusedKindOf(address)).toBeNull();
    },
  );

  it('allows the given address ranges', () => {
    const policy = createAddressPolicy(['10.0.0.0/8', 'fd00::/8']);
    expect(policy.refusedKindOf('10.1.2.3')).toBeNull();
    expect(policy.refusedKindOf('::ffff:10.1.2.3')).toBeNull();
    expect(policy.refusedKindOf('fd00:ec2::254')).toBeNull();
    expect(policy.refusedKindOf('192.168.0.1')).toBe('private');
    expect(policy.trustsHost('10.1.2.3')).toBe(false);
  });

  it('trusts exactly the given hosts and addresses', () => {
    const policy = createAddressPolicy(['API.example.com', '127.0.0.1', '::1']);
    expect(policy.trustsHost('api.example.com')).toBe(true);
    expect(policy.trustsHost(hostOf('https://API.example.com:8443/'))).toBe(true);
    expect(policy.trustsHost(hostOf('https://[::1]:6443'))).toBe(true);
    expect(policy.trustsHost('127.0.0.1')).toBe(true);
    expect(policy.trustsHost('evil-api.example.com')).toBe(false);
    expect(policy.trustsHost('api.example.com.evil.org')).toBe(false);
    expect(policy.refusedKindOf('127.0.0.2')).toBe('loopback');
  });

  it.each([
    ['sandbox', true],
    ['a-b.example.com', true],
    ['127.0.0.1', true],
    ['::1', true],
    ['10.0.0.0/8', true],
    ['fd00::/8', true],
    ['*', false],
    ['*.example.com', false],
    ['https://example.com', false],
    ['example.com:443', false],
    ['10.0.0.0/33', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['example.com/8', false],
    ['-a', false],
    ['a..b', false],
    ['', false],
  ])('can have %j as an entry: %s', (entry, can) => {
    expect(isAddressEntry(entry)).toBe(can);
  });

  it('refuses a host if one of its addresses is refused, unless the host is trusted', () => {
    const policy = createAddressPolicy(['sandbox']);
    const addresses = ['52.1.2.3', '127.0.0.1'];
    expect(refusedKindOfHost(policy, 'api.example.com', addresses)).toBe('loopback');
    expect(refusedKindOfHost(policy, 'api.example.com', ['52.1.2.3'])).toBeNull();
    expect(refusedKindOfHost(policy, 'sandbox', addresses)).toBeNull();
  });
});
