import type { CapacityBufferFieldsFragment } from '../../gql/graphql.js';
import { formatCount, formatNamedAmount } from '../../lib/format/quantity.js';
import { Section } from '../../ui/layout.js';
import { ReasonText } from '../../ui/reason-text.js';
import { SimpleTable } from '../../ui/simple-table.js';

/** The CapacityBuffers of a cluster: units requested, units ready, and the reasons for the rest. */
export function CapacityBuffers({
  buffers,
}: {
  readonly buffers: readonly CapacityBufferFieldsFragment[];
}) {
  return (
    <Section title="CapacityBuffers" isPanel>
      <p className="dimmed">Spare capacity that Kerf provisions, on empty nodes if necessary.</p>
      <SimpleTable
        caption="CapacityBuffers of the cluster"
        columns={[
          {
            header: 'Buffer',
            renderCell: ({ namespace, name }) => (
              <>
                <span className="dimmed">{namespace}/</span>
                {name}
              </>
            ),
          },
          { header: 'Pod template', renderCell: ({ follows }) => follows ?? 'unknown' },
          { header: 'Requests per unit', renderCell: amountsOfUnit },
          { header: 'Units', renderCell: unitsOf },
          { header: 'Reason', isSentence: true, renderCell: (buffer) => <Why buffer={buffer} /> },
        ]}
        rows={buffers}
        rowKey={({ namespace, name }) => `${namespace}/${name}`}
      />
    </Section>
  );
}

const amountsOfUnit = ({ unit }: CapacityBufferFieldsFragment): string =>
  unit
    .filter(({ resource }) => resource !== 'pods')
    .map(({ resource, amount }) => formatNamedAmount(resource, amount))
    .join(', ');

/** One cell for all numbers: on a narrow screen there are no headers. */
function unitsOf({ units, held, coming, without }: CapacityBufferFieldsFragment): string {
  if (units === null) return '';
  if (held === null) return `${formatCount(units)} requested`;
  return [
    `${formatCount(held)} of ${formatCount(units)} ready`,
    ...(coming === null || coming === 0 ? [] : [`${formatCount(coming)} launching`]),
    ...(without === null || without === 0 ? [] : [`${formatCount(without)} unschedulable`]),
  ].join(', ');
}

function Why({ buffer }: { readonly buffer: CapacityBufferFieldsFragment }) {
  const { problems, reasons, isLimited } = buffer;
  return (
    <>
      {problems.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
      {reasons.map((reason) => (
        <div key={JSON.stringify(reason)}>
          <ReasonText reason={reason} />
        </div>
      ))}
      {isLimited && <div>Its limits allow fewer units than it requests.</div>}
    </>
  );
}
