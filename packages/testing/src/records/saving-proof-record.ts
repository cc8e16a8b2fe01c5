import type { SavingProof } from '@kerf/engine';

/**
 * Returns the proof of a bound of 96,000 micro-USD per hour for the command of `anEmptyCommand`: its
 * node and another one cost 96,000 each, and one of them may be removed.
 */
export function aSavingProof(): SavingProof {
  const node = (name: string) => ({
    name,
    priceMicroUsdPerHour: 96_000,
    capacity: [1_000],
    admission: 0,
    pods: [],
  });
  return {
    podGroups: [{ dualValue: '1000', maxPerNode: 1, requests: [500] }],
    dualPrices: [['2']],
    admissions: [[0]],
    offers: [{ priceMicroUsdPerHour: 96_000, capacity: [1_000], admission: 0 }],
    nodes: [node('ip-10-0-0-1'), node('ip-10-0-0-2')],
    others: [],
    removable: [{ nodes: [0, 1], allowed: 1 }],
  };
}
