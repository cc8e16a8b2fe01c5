import type { NodeOverlayFieldsFragment } from '../../gql/graphql.js';
import { countOf } from '../../lib/format/quantity.js';
import { joinWords } from '../../lib/format/words.js';
import { nodeOverlayLooks } from '../../lib/states.js';
import { Section } from '../../ui/layout.js';
import { SimpleTable } from '../../ui/simple-table.js';
import { StateBadge } from '../../ui/state-badge.js';

/** The NodeOverlays of a cluster and what became of them. */
export function NodeOverlays({
  overlays,
}: {
  readonly overlays: readonly NodeOverlayFieldsFragment[];
}) {
  return (
    <Section title="NodeOverlays" isPanel>
      <p className="dimmed">
        Decisions count with these prices and resources. What is paid, and shown as cost, is AWS’s
        price all the same.
      </p>
      <OverlayTable overlays={overlays} />
    </Section>
  );
}

function OverlayTable({ overlays }: { readonly overlays: readonly NodeOverlayFieldsFragment[] }) {
  return (
    <SimpleTable
      caption="NodeOverlays of the cluster"
      columns={[
        { header: 'Overlay', renderCell: ({ name }) => name },
        {
          header: 'State',
          renderCell: ({ state }) => <StateBadge look={nodeOverlayLooks[state]} />,
        },
        { header: 'Says', renderCell: (overlay) => sayings(overlay).join(', ') },
        {
          header: 'About',
          renderCell: ({ requirements }) =>
            requirements.map((requirement) => (
              <div key={requirement}>
                <code>{requirement}</code>
              </div>
            )),
        },
        { header: 'What became of it', isSentence: true, renderCell: outcome },
      ]}
      rows={overlays}
      rowKey={({ name }) => name}
    />
  );
}

function sayings({
  price,
  priceAdjustment,
  capacity,
  weight,
}: NodeOverlayFieldsFragment): readonly string[] {
  return [
    ...(price === null ? [] : [`$${price}/h`]),
    ...(priceAdjustment === null ? [] : [`${priceAdjustment} on the price`]),
    ...capacity.map(({ resource, quantity }) => `${quantity} ${resource}`),
    ...(weight === 0 ? [] : [`weight ${weight}`]),
  ];
}

function outcome({ problems, instanceTypes, nodePools, state }: NodeOverlayFieldsFragment): string {
  if (problems.length > 0) return problems.join('; ');
  if (state !== 'APPLIED') return '';
  return instanceTypes === 0
    ? 'about no instance type of any NodePool'
    : `${countOf(instanceTypes, 'instance type')} in ${joinWords(nodePools)}`;
}
