import type { SavingProof } from '../model/saving-proof.js';

/**
 * Returns true if every index of a proof exists, no node is counted twice, and amounts are whole and
 * not negative.
 */
export function isSoundProof(proof: SavingProof): boolean {
  const { podGroups, dualPrices, admissions, offers, nodes, others, removable } = proof;
  const width = podGroups[0]?.requests.length ?? dualPrices[0]?.length ?? 0;
  const areAmounts = (amounts: readonly number[]): boolean =>
    (podGroups.length === 0 || amounts.length === width) && amounts.every(isWhole);
  const isIndexOf = (index: number, list: readonly unknown[]): boolean => list[index] !== undefined;
  const goes = removable.flatMap((one) => one.nodes);
  return (
    podGroups.every(
      ({ dualValue, maxPerNode, requests }) =>
        isDecimal(dualValue) && isWhole(maxPerNode) && areAmounts(requests),
    ) &&
    dualPrices.every((set) => set.length === width && set.every(isDecimal)) &&
    admissions.every((indexes) => indexes.every((index) => isIndexOf(index, podGroups))) &&
    [...offers, ...nodes, ...others].every(
      ({ capacity, admission }) => areAmounts(capacity) && isIndexOf(admission, admissions),
    ) &&
    [...offers, ...nodes].every(({ priceMicroUsdPerHour: price }) => isWhole(price)) &&
    nodes.every(({ pods }) =>
      pods.every(({ group, count }) => isIndexOf(group, podGroups) && isWhole(count)),
    ) &&
    new Set(goes).size === goes.length &&
    removable.every(
      ({ nodes: indexes, allowed }) =>
        isWhole(allowed) && indexes.every((index) => isIndexOf(index, nodes)),
    )
  );
}

const isWhole = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0;

const isDecimal = (text: string): boolean => /^\d{1,40}$/.test(text);
