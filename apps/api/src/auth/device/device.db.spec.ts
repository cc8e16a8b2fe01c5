import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
let ada: Sender;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'), {
    KERF_PUBLIC_URL: 'https://kerf.example.com',
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await api.signIn('ada');
});

async function start(clientName = 'kerf on laptop') {
  const { status, body } = await api.send('POST', '/auth/device/code', {}, { clientName });
  expect(status).toBe(200);
  return {
    deviceCode: String(at(body, 'device_code')),
    userCode: String(at(body, 'user_code')),
    body,
  };
}

const poll = (deviceCode: string) =>
  api.send('POST', '/auth/device/token', {}, { device_code: deviceCode });

/** Lets the program ask again at once. */
const passInterval = () =>
  api.api.parts.database.pool.query(
    `UPDATE device_authorizations SET poll_after = now() - interval '1 s'`,
  );

const decide = (sender: Sender, userCode: string, more = 'isApproved: true') =>
  api.graphql(
    sender,
    `mutation { decideDevice(input: { userCode: "${userCode}", ${more} }) { request { clientName } userErrors { code field message } } }`,
  );

describe('a program without a browser', () => {
  it('gets a token of the user who confirms its code, once', async () => {
    const { deviceCode, userCode, body } = await start();
    expect(body).toMatchObject({
      verification_uri: 'https://kerf.example.com/device',
      verification_uri_complete: `https://kerf.example.com/device?code=${userCode}`,
      expires_in: 600,
      interval: 5,
    });
    expect(userCode).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    expect(await poll(deviceCode)).toMatchObject({
      status: 400,
      body: { error: 'authorization_pending' },
    });
    const typed = userCode.toLowerCase().replace('-', ' ');
    const shown = await api.graphql(
      ada,
      `{ deviceRequest(userCode: "${typed}") { clientName address } }`,
    );
    expect(at(shown.body, 'data.deviceRequest')).toMatchObject({ clientName: 'kerf on laptop' });
    const decided = await decide(ada, userCode, 'isApproved: true, expiresInDays: 2');
    expect(at(decided.body, 'data.decideDevice.userErrors')).toEqual([]);
    await passInterval();
    const issued = await poll(deviceCode);
    expect(issued.status).toBe(200);
    const days = (Date.parse(String(at(issued.body, 'expires_at'))) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(2, 1);
    const token = { authorization: `Bearer ${String(at(issued.body, 'access_token'))}` };
    const viewer = await api.graphql(token, '{ viewer { name kind } }');
    expect(at(viewer.body, 'data.viewer')).toEqual({ name: 'kerf on laptop', kind: 'API_TOKEN' });
    const write = { name: 'more', role: 'admin', expiresInDays: 1 };
    expect((await api.send('POST', '/api/v1/api-tokens', token, write)).status).toBe(201);
    expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: 'expired_token' } });
  });

  it('may only read if the user grants no more', async () => {
    const { deviceCode, userCode } = await start();
    await decide(ada, userCode, 'isApproved: true, access: READ');
    const issued = await poll(deviceCode);
    const token = { authorization: `Bearer ${String(at(issued.body, 'access_token'))}` };
    expect((await api.send('GET', '/api/v1/clusters', token)).status).toBe(200);
    expect((await api.send('POST', '/api/v1/clusters/prod/recheck', token)).status).toBe(403);
  });

  it('loses its access with the user who confirmed it', async () => {
    const { deviceCode, userCode } = await start();
    const grace = await api.signIn('grace');
    await decide(grace, userCode);
    const { identity } = api.api.parts.ports.store;
    const user = await identity.findUserByName('grace');
    await identity.setDisabled(user?.user.id ?? '', Date.now());
    expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  });

  it('gets an error of its own for polling too often, for a refusal and for an expired code', async () => {
    const often = await start();
    await poll(often.deviceCode);
    expect((await poll(often.deviceCode)).body).toEqual({ error: 'slow_down' });
    await decide(ada, often.userCode, 'isApproved: false');
    await passInterval();
    expect((await poll(often.deviceCode)).body).toEqual({ error: 'access_denied' });
    const late = await start();
    await api.api.parts.database.pool.query(`UPDATE device_authorizations SET expires_at = now()`);
    expect((await poll(late.deviceCode)).body).toEqual({ error: 'expired_token' });
    expect(at((await decide(ada, late.userCode)).body, 'data.decideDevice.userErrors.0.code')).toBe(
      'NOT_FOUND',
    );
    expect((await poll('kerf_device_code_unknown')).body).toEqual({ error: 'expired_token' });
  });

  it('is confirmed by a user only, and once', async () => {
    const { userCode } = await start();
    const byToken = await decide(api.writer, userCode);
    expect(at(byToken.body, 'data.decideDevice.userErrors.0.code')).toBe('FORBIDDEN');
    await decide(ada, userCode);
    const again = await decide(ada, userCode);
    expect(at(again.body, 'data.decideDevice.userErrors.0.code')).toBe('NOT_FOUND');
    const days = await decide(ada, (await start()).userCode, 'isApproved: true, expiresInDays: 91');
    expect(at(days.body, 'data.decideDevice.userErrors.0.field')).toBe('input.expiresInDays');
  });

  it('leaves no code in clear text in the database', async () => {
    const { deviceCode, userCode } = await start();
    const { rows } = await api.api.parts.database.pool.query('SELECT * FROM device_authorizations');
    expect(JSON.stringify(rows)).not.toContain(deviceCode);
    expect(JSON.stringify(rows)).not.toContain(userCode);
  });

  it('cannot be found by guessing', async () => {
    const eve = await api.signIn('eve');
    await api.prolongRateLimits();
    const guess = () => api.graphql(eve, '{ deviceRequest(userCode: "BBBB-BBBB") { clientName } }');
    for (let tries = 0; tries < 10; tries += 1) await guess();
    await api.prolongRateLimits();
    expect(at((await guess()).body, 'errors.0.extensions.code')).toBe('RATE_LIMITED');
  });
});
