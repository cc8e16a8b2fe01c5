import { formatHourly, formatUsd, toMicroUsdOrNull } from '../../lib/format/money.js';
import { Section } from '../../ui/layout.js';
import { Meter } from '../../ui/meter.js';
import { Money } from '../../ui/money.js';
import { SimpleTable } from '../../ui/simple-table.js';
import type { DecisionDetails } from './to-before-after.js';
import { type CostRow, type PlanCostView, toPlanCost } from './to-plan-cost.js';

/** What the plan costs, what none costs less than, and what Karpenter's rule would have paid. */
export function PlanCost({ decision }: { readonly decision: DecisionDetails }) {
  const { planCost, plannedClaims } = decision;
  if (planCost === null) {
    return (
      <Section title="Cost of this plan" isPanel>
        <p className="dimmed">
          How far it is from the cheapest possible plan was not recorded with this decision.
        </p>
      </Section>
    );
  }
  const view = toPlanCost(planCost, plannedClaims.length);
  return (
    <Section
      title="Cost of this plan"
      aside={<span className="dimmed">made by {view.madeBy}</span>}
      isPanel
    >
      <p>
        <strong>{view.headline}</strong> {view.againstFirstFit}
      </p>
      {view.diversityMicroUsd > 0 && (
        <p>
          {formatHourly(view.diversityMicroUsd)} of it is paid so that not too many nodes are of one
          type in one zone.
        </p>
      )}
      {plannedClaims.some(({ expected }) => expected.priceOverlay !== null) && (
        <p className="dimmed">
          All of this counts with the prices of NodeOverlays; at AWS’s own prices the plan adds{' '}
          <Money microUsd={toMicroUsdOrNull(decision.costChange)} />.
        </p>
      )}
      {plannedClaims.some(({ expected }) => expected.isPriceEstimated) && (
        <p className="dimmed">
          All of this counts with prices that are estimated from the size of instance types, because
          AWS’s prices were not known. What the plan costs is unknown.
        </p>
      )}
      {view.rows.length > 0 && <CostTable view={view} />}
      {view.gapRows.length > 0 && <GapTable view={view} />}
    </Section>
  );
}

const digits = 4;

function CostTable({ view: { rows, chargeMicroUsd } }: { readonly view: PlanCostView }) {
  const hasCharge = chargeMicroUsd > 0;
  return (
    <>
      <SimpleTable
        caption="What the plan costs, beside the least possible and Karpenter’s rule"
        columns={[
          { header: 'Plan', renderCell: ({ name }) => name },
          { header: 'Nodes', isNumeric: true, renderCell: ({ bought }) => bought?.nodes },
          ...(hasCharge ? [priceColumn] : []),
          {
            header: hasCharge ? 'With charge, $/h' : '$/h',
            isNumeric: true,
            renderCell: ({ name, microUsd, ratio }) => (
              <Meter
                ratio={ratio}
                text={formatUsd(microUsd, digits)}
                label={`${name}: ${formatHourly(microUsd)}`}
              />
            ),
          },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
      {hasCharge && (
        <p className="dimmed">
          Plan, rule and bound all count a charge of {formatHourly(chargeMicroUsd)} for each node.
          It keeps the number of nodes low; nobody is billed for it.
        </p>
      )}
    </>
  );
}

const priceColumn = {
  header: 'Prices, $/h',
  isNumeric: true,
  renderCell: ({ bought }: CostRow) =>
    bought && <Money microUsd={bought.priceMicroUsd} bareDigits={digits} />,
};

function GapTable({ view: { gapRows } }: { readonly view: PlanCostView }) {
  return (
    <SimpleTable
      caption="Where the gap to the bound comes from"
      columns={[
        { header: 'Gap, by cause', renderCell: ({ name }) => name },
        {
          header: '$/h',
          isNumeric: true,
          renderCell: ({ microUsd }) => <Money microUsd={microUsd} bareDigits={digits} />,
        },
        {
          header: 'Above the bound',
          isNumeric: true,
          renderCell: ({ name, ratio, share }) => (
            <Meter ratio={ratio} text={share} label={`${name}: ${share}`} />
          ),
        },
      ]}
      rows={gapRows}
      rowKey={({ name }) => name}
    />
  );
}
