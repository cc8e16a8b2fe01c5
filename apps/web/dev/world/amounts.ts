import type { ResourceAmount } from '../generated/schema.js';

const gib = 1024 ** 3;
const mib = 1024 ** 2;

export const cpuOf = (milli: number): ResourceAmount => ({
  resource: 'cpu',
  amount: milli,
  quantity: milli % 1000 === 0 ? String(milli / 1000) : `${milli}m`,
});

export const memoryOf = (bytes: number): ResourceAmount => ({
  resource: 'memory',
  amount: bytes,
  quantity: bytes % gib === 0 ? `${bytes / gib}Gi` : `${Math.round(bytes / mib)}Mi`,
});

export const podsOf = (count: number): ResourceAmount => ({
  resource: 'pods',
  amount: count,
  quantity: String(count),
});
