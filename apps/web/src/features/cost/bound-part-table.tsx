import type { CostBoundPartCause, CostReportQuery } from '../../gql/graphql.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Money } from '../../ui/values/money.js';

type BoundPart = CostReportQuery['costReport']['boundParts'][number];

/** Shows the parts of the lower bound that would not be there without a cause. */
export function BoundPartTable({ parts }: { readonly parts: readonly BoundPart[] }) {
  return (
    <SimpleTable
      caption="What the lower bound includes"
      columns={[
        {
          header: 'Included in the lower bound',
          renderCell: ({ cause }) => boundPartTexts[cause].label,
        },
        { header: 'Why', renderCell: (part) => <BoundPartWhy part={part} /> },
        {
          header: '$/h',
          isNumeric: true,
          renderCell: ({ cost }) => <Money microUsd={toMicroUsd(cost)} columnDigits={2} />,
        },
      ]}
      rows={parts}
      rowKey={({ cause }) => cause}
    />
  );
}

function BoundPartWhy({ part: { cause, subjects } }: { readonly part: BoundPart }) {
  return (
    <>
      <span className="dimmed">{boundPartTexts[cause].sentence}</span>
      {subjects.map(({ name, cost }) => (
        <div key={name}>
          {name}
          <span className="dimmed">: {formatHourly(toMicroUsd(cost))}</span>
        </div>
      ))}
    </>
  );
}

const boundPartTexts: Readonly<
  Record<CostBoundPartCause, { readonly label: string; readonly sentence: string }>
> = {
  DAEMONS: {
    label: 'DaemonSets',
    sentence: 'Without their pods, the lower bound would be this much lower.',
  },
  NODE_POOL_REQUIREMENTS: {
    label: 'NodePool requirements',
    sentence: 'With any instance type, zone and capacity type it would be this much lower.',
  },
  UNKNOWN: { label: 'Unknown cause', sentence: '' },
};
