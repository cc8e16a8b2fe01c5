import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScenarioRunner } from '../../scenarios/scenario-runner.js';
import { type SmallFleet, startSmallFleet } from '../../testing/small-fleet.js';
import { type ControlServer, startControlServer } from './control-server.js';

let small: SmallFleet;
let control: ControlServer;
const bugs: unknown[] = [];
beforeEach(async () => {
  small = await startSmallFleet();
  control = await startControlServer({
    fleet: small.fleet,
    scenarioRunner: new ScenarioRunner(small.fleet),
    port: 0,
    listenHost: '127.0.0.1',
    advertisedHost: '127.0.0.1',
    onBug: (error) => bugs.push(error),
  });
});
afterEach(async () => {
  await control.close();
  await small.close();
});

async function call(method: string, path: string, body?: unknown, type = 'application/json') {
  const response = await fetch(new URL(path, control.url), {
    method,
    headers: { 'content-type': type },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

describe('the control API', () => {
  it('runs scenarios, lists running ones, and ends them', async () => {
    const begun = await call('POST', '/scenarios/throttle', { size: 3, seconds: 60 });
    expect(begun).toMatchObject({
      status: 200,
      answer: {
        scenario: 'throttle',
        cluster: 'shop-staging-use1',
        startedAt: '2026-11-21T10:00:00.000Z',
        endsAt: '2026-11-21T10:01:00.000Z',
        page: '/clusters/shop-staging-use1',
      },
    });
    await call('POST', '/scenarios/inflate', {});
    expect((await call('GET', '/scenario')).answer).toMatchObject({
      day: { speed: 72, time: '10:00' },
      active: [{ scenario: 'throttle' }],
    });
    expect((await call('POST', '/calm', {})).answer).toMatchObject({
      ended: [{ scenario: 'throttle' }],
    });
    expect((await call('GET', '/scenario')).answer).toMatchObject({ active: [] });
    expect(small.fleet.world.faults.list()).toEqual([]);
  });

  it('sets the external ID of a role', async () => {
    const { roles } = small.fleet.world.state;
    const role = [...roles.values()].find(({ name }) => name.startsWith('kerf-'))!;
    const trust = { roleArn: role.id, externalId: 'kerf_external_1' };
    expect((await call('POST', '/trust', trust)).status).toBe(200);
    expect(roles.get(role.id)?.trust).toEqual({ ...role.trust, externalId: 'kerf_external_1' });
    expect(await call('POST', '/trust', { ...trust, roleArn: 'none' })).toMatchObject({
      status: 400,
      answer: { message: 'Role none not found.' },
    });
    expect((await call('POST', '/trust', { roleArn: role.id })).status).toBe(400);
  });

  it('removes scenarios that have ended', async () => {
    await call('POST', '/scenarios/sqs-outage', { seconds: 10 });
    small.advance(10_000);
    expect((await call('GET', '/scenario')).answer).toMatchObject({ active: [] });
  });

  it('sets the speed of the day, pauses and resumes it', async () => {
    const speedAfter = async (path: string, body = {}) => {
      const { answer } = await call('POST', path, body);
      return Object(answer).day.speed;
    };
    expect(await speedAfter('/speed', { speed: 7 })).toBe(7);
    expect(await speedAfter('/pause')).toBe(0);
    expect(await speedAfter('/resume')).toBe(7);
  });

  it('adds, lists and removes fault rules', async () => {
    const match = { service: 'ec2', operation: 'CreateFleet' };
    const effect = { kind: 'delay', delayMs: 2_000 };
    const { status, answer } = await call('POST', '/faults', {
      match,
      effect,
      ratio: 0.5,
      times: 3,
    });
    expect([status, answer]).toEqual([200, { id: '1' }]);
    expect(small.fleet.world.faults.list()).toMatchObject([
      { id: '1', match, effect, ratio: 0.5, remaining: 3 },
    ]);
    expect((await call('GET', '/faults')).answer).toMatchObject({ faults: [{ id: '1' }] });
    expect((await call('DELETE', '/faults/1')).answer).toEqual({ faults: [] });
    expect(await call('DELETE', '/faults/1')).toMatchObject({
      status: 400,
      answer: { message: 'Fault rule 1 not found.' },
    });
  });

  it.each([
    ['no effect', { match: {} }, 'effect'],
    ['an unknown effect', { match: {}, effect: { kind: 'melt' } }, 'effect.kind'],
    ['a misspelled field', { match: { operaton: 'x' }, effect: { kind: 'hang' } }, 'operaton'],
    ['a ratio above 1', { match: {}, effect: { kind: 'hang' }, ratio: 2 }, 'ratio'],
    ['no times', { match: {}, effect: { kind: 'hang' }, times: 0 }, 'times'],
    [
      'an unknown service',
      { match: { service: 's3' }, effect: { kind: 'hang' } },
      'unknown service s3',
    ],
    [
      'an operation of another service',
      { match: { service: 'sqs', operation: 'CreateFleet' }, effect: { kind: 'hang' } },
      'unknown operation CreateFleet',
    ],
  ])('refuses a fault rule with %s', async (_what, body, message) => {
    const { status, answer } = await call('POST', '/faults', body);
    expect([status, Object(answer).message]).toEqual([400, expect.stringContaining(message)]);
    expect(small.fleet.world.faults.list()).toEqual([]);
  });

  it('lists the scenarios', async () => {
    const { answer } = await call('GET', '/scenarios');
    expect(Object(answer).scenarios[0]).toMatchObject({ name: 'inflate', size: { of: 'pods' } });
  });

  it.each([
    ['an unknown scenario', '/scenarios/x', {}, 'Scenario "x" not found. Scenarios: inflate,'],
    ['an unknown cluster', '/scenarios/inflate', { cluster: 'x' }, 'Cluster "x" not found.'],
    [
      'a cluster that is not a name',
      '/scenarios/inflate',
      { cluster: 1 },
      'cluster must be a name.',
    ],
    ['a size that is not a number', '/scenarios/inflate', { size: '5' }, 'size must be a number.'],
    [
      'seconds that are not a number',
      '/scenarios/throttle',
      { seconds: '5' },
      'seconds must be a number.',
    ],
    ['a speed of 0', '/speed', {}, 'speed must be above 0'],
    ['a speed that is not a number', '/speed', { speed: 0 }, 'speed must be above 0'],
    ['a body that is not an object', '/calm', [1], 'The body must be a JSON object.'],
    ['a body that is not JSON', '/calm', '{', 'The body is not valid JSON.'],
    ['too much', '/calm', 'x'.repeat(20_000), 'The request is too large.'],
  ])('refuses %s', async (_what, path, body, message) => {
    const { status, answer } = await call('POST', path, body);
    expect([status, Object(answer).message]).toEqual([400, expect.stringContaining(message)]);
    expect(bugs).toEqual([]);
  });

  it('refuses requests that a page of another site could send', async () => {
    expect((await call('POST', '/calm', '{}', 'text/plain')).status).toBe(400);
    expect((await call('GET', '/calm')).status).toBe(404);
  });
});
