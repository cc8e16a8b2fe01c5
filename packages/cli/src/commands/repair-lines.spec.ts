import { expect, it } from 'vitest';
import { repairLines } from './repair-lines.js';

const node = {
  nodeName: 'node-a',
  nodeClaimId: 'ncl_a',
  nodePool: 'gpu',
  instanceType: null,
  zone: null,
  capacityType: null,
  price: null,
  priceOverlay: null,
  daemonPods: 0,
  drift: null,
};
const repair = {
  action: 'REBOOT',
  condition: 'AcceleratedHardwareReady',
  status: 'False',
  since: '2026-11-30T04:00:00Z',
  drainMs: 300_000,
} as const;

it('says of each unhealthy node of a decision whether it is rebooted or replaced, and why', () => {
  const candidates = [
    { ...node, repair },
    { ...node, nodeName: 'node-b', repair: { ...repair, action: 'REPLACE' as const } },
    { ...node, nodeName: 'node-c', repair: null },
  ];
  expect(repairLines({ candidates })).toEqual([
    'Reboot node-a: its condition AcceleratedHardwareReady has been False since 2026-11-30T04:00:00Z',
    'Replace node-b: its condition AcceleratedHardwareReady has been False since 2026-11-30T04:00:00Z',
  ]);
});
