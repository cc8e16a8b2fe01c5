import { describe, expect, it } from 'vitest';
import { dnsAddressOf } from './service-dns.js';

describe('the address of cluster DNS', () => {
  it.each([
    ['10.100.0.0/16', '10.100.0.10'],
    ['172.20.0.0/16', '172.20.0.10'],
    ['fd00:1234:5678::/108', 'fd00:1234:5678::a'],
  ])('in %s is %s', (cidr, address) => {
    expect(dnsAddressOf(cidr)).toBe(address);
  });
});
