import type { NodeOverlayFieldsFragment } from '../../gql/graphql.js';
import { countOf } from '../../lib/format/quantity.js';
import { joinWords } from '../../lib/format/words.js';
import { Section } from '../../ui/layout.js';
import { SimpleTable } from '../../ui/simple-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { nodeOverlayLooks } from '../../ui/states.js';

/** The NodeOverlays of a cluster with their status. */
export function NodeOverlays({
  overlays,
}: {
  readonly overlays: readonly NodeOverlayFieldsFragment[];
}) {
  return (
    <Section title="NodeOverlays" isPanel>
      <p className="dimmed">
        Decisions use these prices and resources. Costs are shown at AWS prices, which are what you
        pay.
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
        { header: 'Override', renderCell: (overlay) => sayings(overlay).join(', ') },
        {
          header: 'Requirements',
          renderCell: ({ requirements }) =>
            requirements.map((requirement) => (
              <div key={requirement}>
                <code>{requirement}</code>
              </div>
            )),
        },
        { header: 'Result', isSentence: true, renderCell: outcome },
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
    ...(price === null ? [] : [`price $${price}/h`]),
    ...(priceAdjustment === null ? [] : [`price ${priceAdjustment}`]),
    ...capacity.map(({ resource, quantity }) => `${quantity} ${resource}`),
    ...(weight === 0 ? [] : [`weight ${weight}`]),
  ];
}

function outcome({ problems, instanceTypes, nodePools, state }: NodeOverlayFieldsFragment): string {
  if (problems.length > 0) return problems.join('; ');
  if (state !== 'APPLIED') return '';
  return instanceTypes === 0
    ? 'Matches no instance type of any NodePool'
    : `${countOf(instanceTypes, 'instance type')} in ${joinWords(nodePools)}`;
}
