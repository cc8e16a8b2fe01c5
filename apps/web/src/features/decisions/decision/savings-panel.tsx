import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { formatHourly, formatMonthly, toMicroUsdOrNull } from '../../../lib/format/money.js';
import { DescriptionList } from '../../../ui/layout/description-list.js';
import { Section } from '../../../ui/layout/layout.js';
import { type DecisionDetails, savingProofQuery } from '../decisions.queries.js';
import { gapText, savingsRatioText } from '../savings-text.js';
import { achievedText, mostSavingText, proofText } from './saving-bound-text.js';

/**
 * Shows the savings of a decision against its moves, their distance from the possible maximum, and the
 * result.
 */
export function SavingsPanel({ decision }: { readonly decision: DecisionDetails }) {
  const { savingsRatio, savingBound, disruptionCost, podCount, state } = decision;
  if ([savingsRatio, savingBound, decision.achievedSaving].every((value) => value === null)) {
    return null;
  }
  const expected = toMicroUsdOrNull(savingBound?.saving) ?? expectedOf(decision);
  return (
    <Section title="Savings" isPanel>
      <DescriptionList
        items={[
          [
            'Expected saving',
            expected === null
              ? 'unknown'
              : `${formatHourly(expected)} (${formatMonthly(expected)})`,
          ],
          [state === 'EXECUTED' ? 'Pods moved' : 'Pods to move', countOf(podCount, 'pod')],
          ['Disruption cost', disruptionCost === null ? null : disruptionCost.toFixed(1)],
          ['Savings ratio', savingsRatioText(savingsRatio)],
          ['Most possible', mostSavingText(decision)],
          ['Gap', gapText(decision.savingGapRatio)],
          ['Proof', savingBound === null ? null : <Proof key="p" id={decision.id} />],
          ['Saving achieved', achievedText(decision)],
        ]}
      />
      <p className="dimmed">
        The savings ratio is the saving per unit of disruption cost: one for each node, and about
        one for each pod to move.
        {savingBound !== null &&
          ' The gap compares the cost of the nodes after this decision with the least that any decision within the same budgets could reach.'}
      </p>
    </Section>
  );
}

function expectedOf({ costChange }: DecisionDetails): number | null {
  const change = toMicroUsdOrNull(costChange);
  return change === null ? null : 0 - change;
}

/** The result of checking the bound from its stored proof. */
function Proof({ id }: { readonly id: string }) {
  const { data } = useQuery(savingProofQuery(id));
  if (data === undefined) return <span className="dimmed">checking…</span>;
  return <span>{proofText(data)}</span>;
}
