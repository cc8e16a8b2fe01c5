import { formatHourly, formatUsd, toMicroUsdOrNull } from '../../../lib/format/money.js';
import { Section } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { Meter } from '../../../ui/values/meter.js';
import { Money } from '../../../ui/values/money.js';
import type { DecisionDetails } from '../decisions.queries.js';
import { type CostRow, type PlanCostView, toPlanCost } from './to-plan-cost.js';

/** The cost of the plan, with the lower bound and the cost of Karpenter's plan. */
export function PlanCost({ decision }: { readonly decision: DecisionDetails }) {
  const { planCost, plannedClaims } = decision;
  if (planCost === null) {
    return (
      <Section title="Cost of this plan" isPanel>
        <p className="dimmed">The lower bound was not recorded with this decision.</p>
      </Section>
    );
  }
  const view = toPlanCost(planCost, plannedClaims.length);
  return (
    <Section
      title="Cost of this plan"
      aside={<span className="dimmed">Method: {view.methodText}</span>}
      isPanel
    >
      <p>
        <strong>{view.headline}</strong> {view.comparison}
      </p>
      {view.diversityMicroUsd > 0 && (
        <p>
          It includes {formatHourly(view.diversityMicroUsd)} for the maximum share per instance type
          and zone.
        </p>
      )}
      {plannedClaims.some(({ expected }) => expected.priceOverlay !== null) && (
        <p className="dimmed">
          These figures use NodeOverlay prices. At AWS prices the plan adds{' '}
          <Money microUsd={toMicroUsdOrNull(decision.costChange)} />.
        </p>
      )}
      {plannedClaims.some(({ expected }) => expected.isPriceEstimated) && (
        <p className="dimmed">
          These figures use prices estimated from the instance size, because AWS prices were
          unknown. The actual cost of the plan is unknown.
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
        caption="Cost of this plan, with the lower bound and Karpenter’s plan"
        columns={[
          { header: 'Plan', renderCell: ({ name }) => name },
          { header: 'Nodes', isNumeric: true, renderCell: ({ launched }) => launched?.nodes },
          ...(hasCharge ? [priceColumn] : []),
          {
            header: hasCharge ? 'With penalty, $/h' : '$/h',
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
          All three include a penalty of {formatHourly(chargeMicroUsd)} per node, which keeps the
          number of nodes low. It is not billed.
        </p>
      )}
    </>
  );
}

const priceColumn = {
  header: 'Price, $/h',
  isNumeric: true,
  renderCell: ({ launched }: CostRow) =>
    launched && <Money microUsd={launched.priceMicroUsd} columnDigits={digits} />,
};

function GapTable({ view: { gapRows } }: { readonly view: PlanCostView }) {
  return (
    <SimpleTable
      caption="Gap to the lower bound, by cause"
      columns={[
        { header: 'Cause', renderCell: ({ name }) => name },
        {
          header: '$/h',
          isNumeric: true,
          renderCell: ({ microUsd }) => <Money microUsd={microUsd} columnDigits={digits} />,
        },
        {
          header: 'Above the lower bound',
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
