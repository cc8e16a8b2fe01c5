// Checks what commands save at most from a stored proof, in exact integers, with no code of the
// optimizer and without the snapshot. A proof that was changed proves less, or not at all.

import type { MicroUsdPerHour } from '@kerf/core';
import type { Command } from '../model/command.js';
import type { ProvedCapacity, SavingProof } from '../model/saving-proof.js';
import { CapacityValue } from './capacity-value.js';
import { mostSavedOf } from './most-saved.js';
import { type ComparablePodGroup, PatternCheck, unit } from './pattern-check.js';
import { isSoundProof } from './sound-proof.js';

/** The part of a command that its proof is about. */
export type ProvedCommand = Pick<Command, 'bound' | 'candidates' | 'savingMicroUsdPerHour'>;

/** The result of checking a proof. */
export type ProofVerdict =
  | {
      readonly isProved: true;
      /** The proven bound: no command within the budgets saves more. */
      readonly mostSavingMicroUsdPerHour: MicroUsdPerHour;
    }
  /** A sentence about the first problem. */
  | { readonly isProved: false; readonly problem: string };

/** Checks the bound of a command from its proof alone. */
export function verifySavingProof(proof: SavingProof, command: ProvedCommand): ProofVerdict {
  const { bound, savingMicroUsdPerHour: saving } = command;
  if (bound === undefined) return refuse('the decision has no bound');
  if (saving !== null && saving > bound.mostSavingMicroUsdPerHour) {
    return refuse(`the decision saves ${saving}, more than the bound`);
  }
  if (!isSoundProof(proof)) return refuse('the proof is incomplete');
  const podGroups = proof.podGroups.map(({ dualValue, maxPerNode, requests }) => ({
    dualValue: BigInt(dualValue),
    maxPerNode,
    requests: requests.map(BigInt),
    equivalenceKey: `${dualValue}/${requests.join()}`,
  }));
  const dualPrices = proof.dualPrices.map((set) => set.map(BigInt));
  const problem = problemOfNodes(proof, command) ?? problemOfOffers(proof, podGroups, dualPrices);
  if (problem !== null) return refuse(problem);
  const cost = proof.nodes.reduce((sum, { priceMicroUsdPerHour: price }) => sum + price, 0);
  if (cost !== bound.costMicroUsdPerHour) {
    return refuse(`the nodes of the proof cost ${cost}, not ${bound.costMicroUsdPerHour}`);
  }
  const proved = Math.min(cost, provedSaving(proof, podGroups, dualPrices));
  return bound.mostSavingMicroUsdPerHour >= proved
    ? { isProved: true, mostSavingMicroUsdPerHour: proved }
    : refuse(`the proof allows savings of ${proved}, more than the bound`);
}

const refuse = (problem: string): ProofVerdict => ({ isProved: false, problem });

/** The nodes that the command removes are among those that the proof lets go, at the same prices. */
function problemOfNodes(
  { nodes, removable }: SavingProof,
  { candidates }: ProvedCommand,
): string | null {
  const allowed = new Set(removable.flatMap((one) => one.nodes));
  const priceByName = new Map(
    nodes.flatMap(({ name, priceMicroUsdPerHour: price }, index) =>
      allowed.has(index) ? [[name, price] as const] : [],
    ),
  );
  for (const { nodeName, priceMicroUsdPerHour: price } of candidates) {
    // Nodes without a known price are in no proof.
    if (price === null) continue;
    const proved = priceByName.get(nodeName);
    if (proved === undefined) return `the proof does not let node ${nodeName} go`;
    if (proved !== price) return `node ${nodeName} costs ${price}, in the proof ${proved}`;
  }
  return null;
}

function problemOfOffers(
  { offers, admissions }: SavingProof,
  podGroups: readonly ComparablePodGroup[],
  dualPrices: readonly (readonly bigint[])[],
): string | null {
  const check = new PatternCheck(dualPrices);
  const unproved = offers.findIndex(({ priceMicroUsdPerHour, capacity, admission }) => {
    const admitted = (admissions[admission] ?? []).flatMap((index) => podGroups[index] ?? []);
    return !check.holdsAtMost(BigInt(priceMicroUsdPerHour) * unit, admitted, capacity.map(BigInt));
  });
  return unproved < 0
    ? null
    : `launchable node ${unproved} may hold pods whose dual prices exceed its cost`;
}

function provedSaving(
  { admissions, nodes, others, removable }: SavingProof,
  podGroups: readonly ComparablePodGroup[],
  dualPrices: readonly (readonly bigint[])[],
): MicroUsdPerHour {
  const values = admissions.map(
    (indexes) =>
      new CapacityValue(
        indexes.flatMap((index) => podGroups[index] ?? []),
        dualPrices,
      ),
  );
  const freeOf = ({ capacity, admission }: ProvedCapacity): bigint =>
    values[admission]?.of(capacity.map(BigInt)) ?? 0n;
  const terms = nodes.map((node) => ({
    price: BigInt(node.priceMicroUsdPerHour) * unit,
    value: node.pods.reduce(
      (sum, { group, count }) => sum + BigInt(count) * (podGroups[group]?.dualValue ?? 0n),
      0n,
    ),
    free: freeOf(node),
  }));
  const free = [...terms.map((term) => term.free), ...others.map(freeOf)];
  return mostSavedOf(
    removable.map((one) => ({
      allowed: one.allowed,
      terms: one.nodes.flatMap((index) => terms[index] ?? []),
    })),
    free.reduce((sum, value) => sum + value, 0n),
  );
}
