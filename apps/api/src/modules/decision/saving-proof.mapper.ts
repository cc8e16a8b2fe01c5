import type { DecisionBody } from '@kerf/application';
import { type SavingProof, verifySavingProof } from '@kerf/engine';
import type { SavingProofCheck } from '../../generated/schema-types.js';

/**
 * Checks the bound of a decision's saving from its stored proof.
 * @param proof `null` if none is stored
 */
export function toSavingProofCheck(
  proof: SavingProof | null,
  body: DecisionBody | undefined,
): SavingProofCheck {
  if (proof === null || body?.type !== 'Disrupt') {
    return {
      isProved: false,
      problem: 'No proof is stored with this decision.',
      mostSaving: null,
      nodes: 0,
      offers: 0,
      podGroups: 0,
    };
  }
  const verdict = verifySavingProof(proof, body.command);
  return {
    isProved: verdict.isProved,
    problem: verdict.isProved ? null : sentence(verdict.problem),
    mostSaving: verdict.isProved ? verdict.mostSavingMicroUsdPerHour : null,
    nodes: proof.nodes.length,
    offers: proof.offers.length,
    podGroups: proof.podGroups.length,
  };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
