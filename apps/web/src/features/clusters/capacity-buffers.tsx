import type { CapacityBufferFieldsFragment } from '../../gql/graphql.js';
import { formatCount, formatNamedAmount } from '../../lib/format/quantity.js';
import { Section } from '../../ui/layout.js';
import { ReasonText } from '../../ui/reason-text.js';
import { SimpleTable } from '../../ui/simple-table.js';

/** The CapacityBuffers of a cluster: units wanted, units held, and why not. */
export function CapacityBuffers({
  buffers,
}: {
  readonly buffers: readonly CapacityBufferFieldsFragment[];
}) {
  return (
    <Section title="CapacityBuffers" isPanel>
      <p className="dimmed">Room that Kerf keeps free, on nodes that run nothing if need be.</p>
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
          { header: 'Like', renderCell: ({ follows }) => follows ?? 'unknown' },
          { header: 'One unit', renderCell: amountsOfUnit },
          { header: 'Units', renderCell: unitsOf },
          { header: 'Why', isSentence: true, renderCell: (buffer) => <Why buffer={buffer} /> },
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

/** Without a column for each number: on a narrow screen there are no heads to tell them by. */
function unitsOf({ units, held, coming, without }: CapacityBufferFieldsFragment): string {
  if (units === null) return '';
  if (held === null) return `${formatCount(units)} wanted`;
  return [
    `${formatCount(held)} of ${formatCount(units)} held`,
    ...(coming === null || coming === 0 ? [] : [`${formatCount(coming)} coming`]),
    ...(without === null || without === 0 ? [] : [`${formatCount(without)} without a place`]),
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
      {isLimited && <div>Its limits hold fewer units than it asks for.</div>}
    </>
  );
}
