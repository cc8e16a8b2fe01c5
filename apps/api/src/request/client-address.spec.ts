import { invariant } from '@kerf/core';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { addressKey, clientAddress } from './client-address.js';

/** Returns the client's address by Express, and by Kerf. */
async function ask(proxies: number, forwarded: string) {
  let reported: { readonly express: string | undefined; readonly ours: string } | undefined;
  const app = express();
  app.set('trust proxy', proxies);
  app.get('/', (request, response) => {
    reported = { express: request.ip, ours: clientAddress(request, proxies) };
    response.end();
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'it listens on a port');
  await fetch(`http://127.0.0.1:${address.port}`, { headers: { 'x-forwarded-for': forwarded } });
  await new Promise((resolve) => server.close(resolve));
  return reported;
}

it.each([
  [0, '198.51.100.1', '127.0.0.1'],
  [1, '198.51.100.1', '198.51.100.1'],
  [1, '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  [2, '203.0.113.9, 198.51.100.1', '203.0.113.9'],
  [3, '203.0.113.9,198.51.100.1', '203.0.113.9'],
  [1, '', '127.0.0.1'],
])('behind %d proxies that forward %j a client is %s, as Express says', async (...given) => {
  const [proxies, forwarded, address] = given;
  expect(await ask(proxies, forwarded)).toEqual({ express: address, ours: address });
});

describe('the rate-limit key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1::1', '2001:db8:1:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('for %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
