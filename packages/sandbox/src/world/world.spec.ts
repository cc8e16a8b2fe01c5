import { InvariantViolation, isAppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { createAccounts, region, spokeAccount } from '../testing/aws-fixture.js';
import { type Instance, instanceState } from './compute/instance.js';

import type { BootedInstance } from './compute/instance-host.js';
import { ManualClock } from './time/manual-clock.js';
import { createWorld, type RunningInstance, restoreWorld, type World } from './world.js';

const second = 1000;

function setUp(clock = new ManualClock(10)) {
  const world = createWorld({ seed: 7, speed: 10, clock });
  const place = createAccounts(world);
  const running: RunningInstance = {
    subnetId: place.subnetIds.a,
    instanceType: 'm5.large',
    imageId: place.imageId('x86_64'),
    capacityType: 'spot',
    userData: '#!/bin/sh',
    securityGroupIds: [place.securityGroupId],
    tags: { Name: 'one' },
  };
  const booted: BootedInstance[] = [];
  const stopped: string[] = [];
  world.instances.onBooted((instance) => booted.push(instance));
  world.instances.onStopped((id) => stopped.push(id));
  return { clock, world, place, running, booted, stopped };
}

/** Launches as CreateFleet does, so the instance has not booted yet. */
function launch(world: World, running: RunningInstance): Instance {
  const launched = world.instances.launch({
    subnet: world.state.subnets.get(running.subnetId)!,
    type: world.catalog.get(running.instanceType)!,
    image: world.findImage(region, running.imageId)!,
    capacityType: running.capacityType,
    securityGroupIds: [],
    instanceProfileArn: null,
    userData: Buffer.from(running.userData).toString('base64'),
    volumes: [{ device: '/dev/xvda', sizeGiB: 100, deletesOnTermination: true }],
    metadataOptions: {
      httpEndpoint: 'enabled',
      httpTokens: 'required',
      httpPutResponseHopLimit: 1,
      httpProtocolIpv6: 'disabled',
    },
    isMonitored: false,
    launchTemplate: null,
    fleetId: null,
    reservationId: null,
    clientToken: null,
    reservation: { kind: 'none' },
    placementGroup: null,
    tags: {},
  });
  if (!launched.ok) throw new InvariantViolation(launched.error.message);
  return launched.value;
}

const stateOf = (world: World, id: string) => {
  const instance = world.state.instances.get(id);
  return instance === undefined ? 'gone' : instanceState(instance, world.timers.now());
};

describe('the lifecycle of an instance', () => {
  it('changes from pending to running and boots, ten times as fast as in AWS', () => {
    const { clock, world, running, booted } = setUp();
    const { id, launchedAt, runningAt, bootedAt } = launch(world, running);
    expect((runningAt - launchedAt) * 10).toBeGreaterThanOrEqual(8 * second);
    expect((runningAt - launchedAt) * 10).toBeLessThanOrEqual(15 * second);
    expect((bootedAt - runningAt) * 10).toBeGreaterThanOrEqual(20 * second);
    expect((bootedAt - runningAt) * 10).toBeLessThanOrEqual(35 * second);
    expect(stateOf(world, id)).toBe('pending');
    clock.advance(15 * second);
    expect(stateOf(world, id)).toBe('running');
    expect(booted).toEqual([]);
    clock.advance(35 * second);
    expect(booted.map(({ instanceId }) => instanceId)).toEqual([id]);
  });

  it('calls listeners with all data that a kubelet needs', () => {
    const { clock, world, running, booted } = setUp();
    const { id } = launch(world, running);
    clock.advance(60 * second);
    expect(booted[0]).toMatchObject({
      instanceId: id,
      accountId: spokeAccount,
      region,
      zone: 'us-east-1a',
      zoneId: 'use1-az4',
      instanceType: 'm5.large',
      vcpus: 2,
      memoryMiB: 8192,
      architecture: 'x86_64',
      gpus: [],
      eniMaxPods: 29,
      rootVolumeGiB: 100,
      capacityType: 'spot',
      imageFamily: 'al2023',
      userData: '#!/bin/sh',
    });
    expect(booted[0]?.privateDnsName).toMatch(/^ip-10-0-0-\d+\.ec2\.internal$/);
  });

  it('shuts down, releases its resources, and is listed for another hour', () => {
    const { clock, world, running, booted, stopped } = setUp();
    const subnet = world.state.subnets.get(running.subnetId)!;
    const pool = { ...running, region, zone: 'us-east-1a' };
    const [addresses, capacity] = [world.addresses.free(subnet), world.capacity.available(pool)];
    const { id } = launch(world, running);
    clock.advance(60 * second);
    expect(world.addresses.free(subnet)).toBe(addresses - 1);
    expect(world.capacity.available(pool)).toBe(capacity - 1);
    world.instances.terminate(id, 'Client.UserInitiatedShutdown', 'User initiated shutdown');
    expect(stopped).toEqual([id]);
    expect(stateOf(world, id)).toBe('shutting-down');
    expect(world.capacity.available(pool)).toBe(capacity - 1);
    clock.advance(40 * second);
    expect(stateOf(world, id)).toBe('terminated');
    expect(world.addresses.free(subnet)).toBe(addresses);
    expect(world.capacity.available(pool)).toBe(capacity);
    clock.advance(clock.speed * 3600 * second);
    expect(stateOf(world, id)).toBe('gone');
    expect(booted).toHaveLength(1);
  });

  it('never boots if it is terminated before, and causes no stop event', () => {
    const { clock, world, running, booted, stopped } = setUp();
    const { id } = launch(world, running);
    world.instances.terminate(id, 'c', 'm');
    clock.advance(clock.speed * 3600 * second);
    expect(booted).toEqual([]);
    expect(stopped).toEqual([]);
  });

  it('terminates once, however often it is requested', () => {
    const { clock, world, running } = setUp();
    const { id } = launch(world, running);
    world.instances.terminate(id, 'c', 'm');
    const { end } = world.state.instances.get(id)!;
    clock.advance(5 * second);
    world.instances.terminate(id, 'other', 'm');
    world.instances.terminate('i-unknown', 'c', 'm');
    expect(world.state.instances.get(id)?.end).toEqual(end);
  });

  it('calls a new listener for booted instances', () => {
    const { world, running } = setUp();
    const { id } = world.launchNow(running);
    const stoppedIds: string[] = [];
    world.instances.onBooted(({ instanceId }) => stoppedIds.push(instanceId));
    expect(stoppedIds).toEqual([id]);
  });

  it('can be older than the sandbox', () => {
    const { world, running, booted } = setUp();
    const bootedSince = Date.parse('2026-11-01T00:00:00Z');
    const instance = world.launchNow({ ...running, bootedSince });
    expect(instance.launchedAt).toBe(bootedSince);
    expect(stateOf(world, instance.id)).toBe('running');
    expect(booted).toHaveLength(1);
    expect(booted[0]?.launchedAt).toBe(bootedSince);
  });
});

describe('a scenario that contradicts itself', () => {
  it.each<[string, (world: World) => unknown]>([
    [
      'an account id of eleven digits',
      (world) => world.addAccount({ id: '11112222333', name: 'x' }),
    ],
    ['the same account twice', (world) => world.addAccount({ id: spokeAccount, name: 'x' })],
    [
      'a region that the sandbox does not have',
      (world) =>
        world.addVpc({ accountId: spokeAccount, region: 'us-west-2', cidr: '10.0.0.0/16' }),
    ],
    [
      'an account that does not exist',
      (world) => world.addVpc({ accountId: '999999999999', region, cidr: '10.0.0.0/16' }),
    ],
    [
      'a VPC that does not exist',
      (world) => world.addSubnet({ vpcId: 'vpc-1', zone: 'us-east-1a', cidr: '10.0.0.0/24' }),
    ],
  ])('is refused: %s', (_what, act) => {
    const { world } = setUp();
    expect(() => act(world)).toThrow(InvariantViolation);
  });
});

describe('snapshot and restoreWorld', () => {
  it('restores a world exactly', () => {
    const { clock, world, running } = setUp();
    world.addQueue({
      accountId: spokeAccount,
      region,
      name: 'q',
      attributes: { VisibilityTimeout: '5' },
    });
    world.capacity.set({ zone: 'us-east-1b' }, 0);
    world.faults.add({ match: {}, effect: { kind: 'delay', delayMs: 5 }, times: 3 });
    world.launchNow(running);
    launch(world, running);
    const saved: unknown = JSON.parse(JSON.stringify(world.snapshot()));
    const restored = restoreWorld(saved, { clock });
    expect(restored.snapshot()).toEqual(world.snapshot());
    expect(restored.timers.speed).toBe(10);
    expect(restored.prices.spot({ ...running, region, zone: 'us-east-1a' }, clock.now())).toEqual(
      world.prices.spot({ ...running, region, zone: 'us-east-1a' }, clock.now()),
    );
  });

  it('continues lifecycles, and creates no ID twice', () => {
    const { clock, world, running } = setUp();
    const young = launch(world, running);
    const ending = world.launchNow(running);
    world.instances.terminate(ending.id, 'c', 'm');
    const saved = world.snapshot();
    world.stop();

    const restored = restoreWorld(saved, { clock });
    const booted: string[] = [];
    restored.instances.onBooted(({ instanceId }) => booted.push(instanceId));
    expect(restored.addresses.free(restored.state.subnets.get(running.subnetId)!)).toBe(249);
    expect(stateOf(restored, young.id)).toBe('pending');
    clock.advance(60 * second);
    expect(booted).toEqual([young.id]);
    expect(stateOf(restored, ending.id)).toBe('terminated');
    expect(restored.addresses.free(restored.state.subnets.get(running.subnetId)!)).toBe(250);
    expect([young.id, ending.id]).not.toContain(restored.launchNow(running).id);
  });

  it('runs at once the tasks that became due in the meantime', () => {
    const { clock, world, running } = setUp();
    const young = launch(world, running);
    const ending = world.launchNow(running);
    world.instances.terminate(ending.id, 'c', 'm');
    const saved = world.snapshot();
    world.stop();
    clock.advance(clock.speed * 2 * 3600 * second);

    const restored = restoreWorld(saved, { clock });
    const booted: string[] = [];
    restored.instances.onBooted(({ instanceId }) => booted.push(instanceId));
    clock.advance(0);
    expect(booted).toEqual([young.id]);
    expect(stateOf(restored, ending.id)).toBe('gone');
  });

  it.each<[string, (saved: Record<string, unknown>) => unknown]>([
    ['of another version', (saved) => ({ ...saved, version: 4 })],
    ['changed by hand', (saved) => ({ ...saved, state: { ...Object(saved['state']), seed: 8 } })],
    ['cut short', ({ state: _state, ...saved }) => saved],
    ['that is another value', () => []],
    ['that is null', () => null],
  ])('refuses a snapshot %s', (_what, corrupt) => {
    const { world } = setUp();
    const saved: Record<string, unknown> = { ...world.snapshot() };
    expect(() => restoreWorld(corrupt(saved))).toThrow(
      expect.toSatisfy((error: unknown) => isAppError(error) && error.code === 'CONFIG.INVALID'),
    );
  });
});
