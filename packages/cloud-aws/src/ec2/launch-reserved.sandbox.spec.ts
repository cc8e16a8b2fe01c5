import type { LaunchRequest, ResolvedCapacityReservation } from '@kerf/application';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { first, given, someFacts, someLaunchRequest, someNodeClass } from '../testing/builders.js';
import {
  describedCluster,
  region,
  type SandboxCloud,
  spokeAccount,
  startSandboxCloud,
} from '../testing/sandbox.js';

let sandbox: SandboxCloud;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());
afterEach(() => {
  sandbox.world.state.capacityReservations.clear();
});

const m5 = someFacts({ zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'] });
const spec = someNodeClass({ capacityReservationSelectorTerms: [{ tags: { team: 'shop' } }] });
const nodeClass = { name: 'default', spec };
let claims = 0;

const reserve = (total: number, type: ResolvedCapacityReservation['type'] = 'default') =>
  sandbox.world.addCapacityReservation({
    accountId: spokeAccount,
    region,
    zone: 'us-east-1b',
    instanceType: 'm5.xlarge',
    total,
    type,
    tags: { team: 'shop' },
  });

/** A request for m5.xlarge, with its offerings as of now. */
async function aClaim(): Promise<LaunchRequest> {
  claims += 1;
  const { cloud, target } = sandbox;
  const resolution = await cloud.resolveNodeClass(target, nodeClass, '1.34', 'auto');
  return someLaunchRequest([m5], {
    token: `ncl_${String(claims).padStart(32, '0')}`,
    nodeClaimName: `default-${String(claims).padStart(5, '0')}`,
    isRepeat: false,
    nodeClass,
    resolution,
    cluster: { name: 'prod', ...describedCluster },
  });
}
const launch = (request: LaunchRequest, cloud = sandbox.cloud) =>
  cloud.launch(sandbox.target, request);
const label = (name: string) => `karpenter.k8s.aws/capacity-reservation-${name}`;

describe('a launch with reserved offerings', () => {
  it('uses the reservation, and labels the node with it', async () => {
    const { id } = reserve(1);
    const { instance, unavailable } = await launch(await aClaim());
    expect(unavailable).toEqual([]);
    expect(instance).toMatchObject({
      instanceType: 'm5.xlarge',
      zone: 'us-east-1b',
      capacityType: 'reserved',
      priceMicroUsdPerHour: 2,
    });
    expect(instance.labels).toMatchObject({
      'karpenter.sh/capacity-type': 'reserved',
      [label('id')]: id,
      [label('type')]: 'default',
      [label('interruptible')]: 'false',
    });
    expect(sandbox.world.capacityReservations.usersOf(id).map((one) => one.id)).toEqual([
      instance.instanceId,
    ]);
    const found = given(await sandbox.cloud.getInstance(sandbox.target, instance.instanceId));
    expect(found).toMatchObject({ capacityType: 'reserved', reservationId: id });
  });

  it('reports the reservation as full when EC2 does', async () => {
    reserve(1);
    const [one, other] = [await aClaim(), await aClaim()];
    await launch(one);
    await expect(launch(other)).rejects.toMatchObject({
      code: 'CLOUD.INSUFFICIENT_CAPACITY',
      meta: {
        unavailable: [
          {
            instanceType: 'm5.xlarge',
            zone: 'us-east-1b',
            capacityType: 'reserved',
            code: 'ReservationCapacityExceeded',
          },
        ],
      },
    });
  });

  it('finds its instance again, with the same labels', async () => {
    reserve(1);
    const request = await aClaim();
    const { instance } = await launch(request);
    const again = await launch({ ...request, isRepeat: true }, sandbox.anotherCloud());
    expect(again.instance).toEqual(instance);
  });

  it('uses a Capacity Block', async () => {
    const { id } = reserve(1, 'capacity-block');
    const { instance } = await launch(await aClaim());
    expect(instance).toMatchObject({ capacityType: 'reserved' });
    expect(instance.labels).toMatchObject({ [label('id')]: id, [label('type')]: 'capacity-block' });
  });
});

describe('a launch without reserved offerings', () => {
  it('does not use an open reservation', async () => {
    const request = await aClaim();
    const { id } = sandbox.world.addCapacityReservation({
      accountId: spokeAccount,
      region,
      zone: 'us-east-1a',
      instanceType: 'm5.xlarge',
      total: 9,
      matchCriteria: 'open',
    });
    const offerings = first(request.options).offerings.filter(
      ({ zone, capacityType }) => zone === 'us-east-1a' && capacityType === 'on-demand',
    );
    const { instance } = await launch({ ...request, options: [{ name: 'm5.xlarge', offerings }] });
    expect(instance.capacityType).toBe('on-demand');
    expect(instance.labels).not.toHaveProperty(label('id'));
    expect(sandbox.world.capacityReservations.usersOf(id)).toEqual([]);
  });
});
