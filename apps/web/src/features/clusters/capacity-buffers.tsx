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
          { header: 'Wanted', isNumeric: true, renderCell: ({ units }) => countOrNot(units) },
          { header: 'Held', isNumeric: true, renderCell: ({ held }) => countOrNot(held) },
          { header: 'Coming', isNumeric: true, renderCell: ({ coming }) => countOrNot(coming) },
          { header: 'Without', isNumeric: true, renderCell: ({ without }) => countOrNot(without) },
          { header: 'Why', isSentence: true, renderCell: (buffer) => <Why buffer={buffer} /> },
        ]}
        rows={buffers}
        rowKey={({ namespace, name }) => `${namespace}/${name}`}
      />
    </Section>
  );
}

const countOrNot = (count: number | null): string => (count === null ? '' : formatCount(count));

const amountsOfUnit = ({ unit }: CapacityBufferFieldsFragment): string =>
  unit
    .filter(({ resource }) => resource !== 'pods')
    .map(({ resource, amount }) => formatNamedAmount(resource, amount))
    .join(', ');

function Why({ buffer }: { readonly buffer: CapacityBufferFieldsFragment }) {
  const { problems, reasons, isLimited } = buffer;
  return (
    <>
      {problems.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
      {reasons.map((reason) => (
        <ReasonText key={reason.code} reason={reason} />
      ))}
      {isLimited && <div>Its limits hold fewer units than it asks for.</div>}
    </>
  );
}
