import { aDevice, aDeviceClaim, aDeviceRequest, published } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Device, DeviceClaim, DeviceSelections, NodeDevices } from '../model/device.js';
import { allocateDevices } from './allocate-devices.js';
import { DeviceSet } from './device-set.js';

const selections: DeviceSelections = {
  gpu: { gpu: true, large: true, small: true },
  large: { large: true },
  small: { small: true },
  nic: { nic: true, other: true },
  vague: { gpu: 'attribute x is unknown' },
  each: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, true] as const)),
};

/** Allocates the claims one after the other; returns the names of the held devices, or the cause. */
function allocate(devices: NodeDevices, ...claims: readonly DeviceClaim[]): string {
  const set = new DeviceSet(devices);
  let use = set.initial;
  for (const claim of claims) {
    const result = allocateDevices(set, use, [claim], selections);
    if ('code' in result) return `${result.cause} ${result.detail}`.trim();
    use = result;
  }
  return set.devices
    .filter(({ index }) => use.held[index] === 1)
    .map(({ source }) => source.name)
    .join();
}

const gpus = (...profiles: readonly string[]): NodeDevices =>
  published(...profiles.map((profile, index) => aDevice(`${profile}${index}`, { profile })));

const pair = (attribute: string, kind: 'Match' | 'Distinct' = 'Match'): DeviceClaim =>
  aDeviceClaim({
    requests: [aDeviceRequest('gpu', {}), aDeviceRequest('nic', { selectors: 'nic' })],
    constraints: [{ requests: ['gpu', 'nic'], attribute, kind }],
  });

const onRoot = (name: string, profile: string, root: string): Device =>
  aDevice(name, { profile, attributes: { root } });

describe('allocateDevices', () => {
  it.each<readonly [string, NodeDevices, readonly DeviceClaim[], string]>([
    ['the first selected device', gpus('nic', 'gpu', 'gpu'), [aDeviceClaim()], 'gpu1'],
    [
      'a count of devices',
      gpus('gpu', 'gpu', 'gpu'),
      [aDeviceClaim({}, { count: 2 })],
      'gpu0,gpu1',
    ],
    [
      'other devices for the next claim',
      gpus('gpu', 'gpu'),
      [aDeviceClaim(), aDeviceClaim()],
      'gpu0,gpu1',
    ],
    [
      'all selected devices',
      gpus('gpu', 'nic', 'gpu'),
      [aDeviceClaim({}, { count: null })],
      'gpu0,gpu2',
    ],
    [
      'the best alternative',
      gpus('small', 'small', 'large'),
      [aDeviceClaim({}, { selectors: 'large' }, { selectors: 'small', count: 2 })],
      'large2',
    ],
    [
      'the next alternative where the best is missing',
      gpus('small', 'small'),
      [aDeviceClaim({}, { selectors: 'large' }, { selectors: 'small', count: 2 })],
      'small0,small1',
    ],
    [
      'another device for the first request, so that the second has one',
      gpus('small', 'large'),
      [
        aDeviceClaim({
          requests: [aDeviceRequest('any', {}), aDeviceRequest('small', { selectors: 'small' })],
        }),
      ],
      'small0,large1',
    ],
    ['nothing for admin access', gpus('gpu'), [aDeviceClaim({}, { isAdmin: true })], ''],
    [
      'devices whose attributes match',
      published(onRoot('g1', 'large', 'a'), onRoot('g2', 'small', 'b'), onRoot('n', 'nic', 'b')),
      [pair('root')],
      'g2,n',
    ],
    [
      'devices whose attributes differ',
      published(onRoot('g', 'gpu', 'a'), onRoot('n1', 'nic', 'a'), onRoot('n2', 'other', 'b')),
      [pair('root', 'Distinct')],
      'g,n2',
    ],
    [
      'a device whose taint is tolerated',
      published(aDevice('g', { taints: [{ key: 'sick', value: '', effect: 'NoSchedule' }] })),
      [
        aDeviceClaim(
          {},
          { tolerations: [{ key: 'sick', operator: 'Exists', value: '', effect: null }] },
        ),
      ],
      'g',
    ],
  ])('gives a claim %s', (_what, devices, claims, held) => {
    expect(allocate(devices, ...claims)).toBe(held);
  });

  it.each<readonly [string, NodeDevices, readonly DeviceClaim[], string]>([
    ['too few are selected', gpus('gpu', 'nic'), [aDeviceClaim({}, { count: 2 })], 'TOO_FEW'],
    [
      'none is selected by a request for all',
      gpus('nic'),
      [aDeviceClaim({}, { count: null })],
      'TOO_FEW',
    ],
    ['other claims hold them', gpus('gpu'), [aDeviceClaim(), aDeviceClaim()], 'IN_USE'],
    [
      'one of all is in use',
      gpus('gpu', 'gpu'),
      [aDeviceClaim(), aDeviceClaim({}, { count: null })],
      'IN_USE',
    ],
    [
      'the cluster has allocated it',
      published(aDevice('g', { isHeld: true })),
      [aDeviceClaim()],
      'IN_USE',
    ],
    [
      'it is tainted',
      published(aDevice('g', { taints: [{ key: 'sick', value: '', effect: 'NoExecute' }] })),
      [aDeviceClaim()],
      'IN_USE',
    ],
    [
      'no attributes match',
      published(onRoot('g', 'gpu', 'a'), onRoot('n', 'nic', 'b')),
      [pair('root')],
      'CONSTRAINT root',
    ],
    ['a device lacks the attribute', gpus('gpu', 'nic'), [pair('root')], 'CONSTRAINT root'],
    [
      'a selector cannot be decided',
      gpus('gpu'),
      [aDeviceClaim({}, { selectors: 'vague' })],
      'UNDECIDED attribute x is unknown',
    ],
    [
      'the combinations are too many',
      published(...Array.from({ length: 30 }, (_, index) => onRoot(`g${index}`, `p${index}`, 'a'))),
      [
        aDeviceClaim({
          requests: [
            aDeviceRequest('many', { selectors: 'each', count: 10 }),
            aDeviceRequest('none', { selectors: 'each', count: 21 }),
          ],
        }),
      ],
      'TOO_COMPLEX',
    ],
  ])('refuses a claim if %s', (_why, devices, claims, cause) => {
    expect(allocate(devices, ...claims)).toBe(cause);
  });

  describe('with a shareable device', () => {
    const shareable = (policy: object = {}): NodeDevices =>
      published(
        aDevice('g', {
          isShareable: true,
          capacity: {
            'gpu/memory': {
              amount: 40,
              policy: { standard: 10, values: [], min: 2, max: 34, step: 4, ...policy },
            },
          },
        }),
      );
    const taking = (amount: number): DeviceClaim =>
      aDeviceClaim({}, { amounts: { 'gpu/memory': amount } });
    const repeat = (claim: DeviceClaim, times: number): readonly DeviceClaim[] =>
      Array.from({ length: times }, () => claim);

    it.each<readonly [string, NodeDevices, DeviceClaim, number]>([
      ['its standard part', shareable(), aDeviceClaim(), 4],
      ['what they request, rounded up to a step', shareable(), taking(9), 4],
      ['at least the minimum', shareable(), taking(1), 20],
      ['the next of its values', shareable({ values: [5, 20] }), taking(6), 2],
      ['nothing above its maximum', shareable(), taking(35), 0],
      [
        'all of it without a policy',
        published(aDevice('g', { isShareable: true, capacity: { 'gpu/memory': { amount: 40 } } })),
        aDeviceClaim(),
        1,
      ],
    ])('gives claims %s', (_what, devices, claim, times) => {
      expect(allocate(devices, ...repeat(claim, times))).toBe('');
      expect(allocate(devices, ...repeat(claim, times + 1))).toBe('IN_USE');
    });

    it('counts what claims hold before', () => {
      const [device] = shareable().devices;
      const held = published({ ...(device ?? aDevice('g')), held: { 'gpu/memory': 30 } });
      expect(allocate(held, aDeviceClaim(), aDeviceClaim())).toBe('IN_USE');
    });
  });

  it('requires the requested capacity of a device that is not shareable', () => {
    const devices = published(
      aDevice('small', { capacity: { 'gpu/memory': { amount: 15, atLeast: 14 } } }),
      aDevice('large', { capacity: { 'gpu/memory': { amount: 40 } } }),
    );
    const claim = (memory: number) => aDeviceClaim({}, { amounts: { memory } });
    expect(allocate(devices, claim(14))).toBe('small');
    expect(allocate(devices, claim(15))).toBe('large');
    expect(allocate(devices, claim(41))).toBe('IN_USE');
  });

  it('takes partitions of one device as far as their counters allow', () => {
    const partition = (name: string, slices: number): Device =>
      aDevice(name, { profile: slices === 4 ? 'large' : 'small', counters: { slices } });
    const devices: NodeDevices = {
      isPublished: true,
      counters: { slices: 7 },
      devices: [partition('a', 4), partition('b', 4), partition('c', 2), partition('d', 2)],
    };
    const large = aDeviceClaim({}, { selectors: 'large' });
    const small = aDeviceClaim({}, { selectors: 'small' });
    expect(allocate(devices, large, small)).toBe('a,c');
    expect(allocate(devices, large, large)).toBe('IN_USE');
    expect(allocate(devices, large, small, small)).toBe('IN_USE');
  });
});
