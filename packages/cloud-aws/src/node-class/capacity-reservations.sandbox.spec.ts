import type { CapacityReservationSelectorTerm } from '@kerf/application';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { someNodeClass } from '../testing/builders.js';
import { region, type SandboxCloud, spokeAccount, startSandboxCloud } from '../testing/sandbox.js';

let sandbox: SandboxCloud;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());
afterEach(() => {
  sandbox.world.state.capacityReservations.clear();
});

type Reserved = Parameters<SandboxCloud['world']['addCapacityReservation']>[0];
const reserve = (more: Partial<Reserved> = {}) =>
  sandbox.world.addCapacityReservation({
    accountId: spokeAccount,
    region,
    zone: 'us-east-1a',
    instanceType: 'm5.large',
    total: 2,
    ...more,
  });
const resolve = async (...terms: CapacityReservationSelectorTerm[]) => {
  const spec = someNodeClass({ capacityReservationSelectorTerms: terms });
  const { target, cloud } = sandbox;
  const { capacityReservations, problems } = await cloud.resolveNodeClass(
    target,
    { name: 'default', spec },
    '1.34',
    'auto',
  );
  expect(problems).toEqual([]);
  return capacityReservations ?? [];
};
const idsOf = async (...terms: CapacityReservationSelectorTerm[]) =>
  (await resolve(...terms)).map(({ id }) => id);
const minutes = (count: number) => Date.now() + count * 60_000;

describe('the capacity reservations of an EC2NodeClass', () => {
  it('are described as EC2 reports them', async () => {
    const { id } = reserve();
    expect(await resolve({ id })).toEqual([
      {
        id,
        ownerId: spokeAccount,
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        type: 'default',
        matchCriteria: 'targeted',
        interruptible: false,
        state: 'active',
        endsAt: null,
        freeInstances: 2,
      },
    ]);
  });

  it('are those that any term selects, each once; the fields of a term must all match', async () => {
    const shop = reserve({ tags: { team: 'shop', stage: 'prod' } });
    const open = reserve({ tags: { team: 'shop' }, matchCriteria: 'open' });
    const both = [shop.id, open.id].sort();
    expect(await idsOf({ tags: { team: '*' } }, { id: open.id })).toEqual(both);
    expect(await idsOf({ tags: { team: 'shop', stage: 'prod' } })).toEqual([shop.id]);
    expect(await idsOf({ tags: { team: 'shop' }, instanceMatchCriteria: 'open' })).toEqual([
      open.id,
    ]);
    expect(await idsOf({ tags: { team: 'shop' }, ownerID: spokeAccount })).toEqual(both);
    expect(await idsOf({ tags: { team: 'shop' }, ownerID: '123456789012' })).toEqual([]);
  });

  it('have ended, and are none if the term’s reservation does not exist', async () => {
    const { id } = reserve({ endsAt: minutes(-1) });
    expect(await resolve({ id })).toMatchObject([{ id, state: 'ended', freeInstances: 0 }]);
    expect(await idsOf({ id: 'cr-0123456789abcdef0' })).toEqual([]);
  });

  it('are not looked up without terms', async () => {
    reserve();
    const calls = sandbox.count('ec2', 'DescribeCapacityReservations');
    expect(await idsOf()).toEqual([]);
    expect(calls()).toBe(0);
  });

  it('expire 40 minutes before their end only if they are Capacity Blocks', async () => {
    const soon = reserve({ type: 'capacity-block', endsAt: minutes(39) });
    const later = reserve({ type: 'capacity-block', endsAt: minutes(42) });
    const plain = reserve({ endsAt: minutes(39) });
    const found = await resolve({ id: soon.id }, { id: later.id }, { id: plain.id });
    const expiring = found.filter(({ state }) => state === 'expiring').map(({ id }) => id);
    expect(found).toHaveLength(3);
    expect(expiring).toEqual([soon.id]);
    expect(found.find(({ id }) => id === soon.id)?.type).toBe('capacity-block');
  });
});
