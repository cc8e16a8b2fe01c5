import { countOf, formatCount, formatNamedAmount, joinWords } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import type { CapacityBufferFieldsFragment, NodeOverlayFieldsFragment } from '../../gql/graphql.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { ReasonText } from '../../ui/values/reason-text.js';
import { overlaysAndBuffersQuery } from './clusters.queries.js';
import { nodeOverlayBadges } from './clusters-text.js';

/** NodeOverlays and CapacityBuffers of the cluster; nothing when there are none. */
export function OverlaysAndBuffers({ cluster }: { readonly cluster: string }) {
  const query = useQuery(overlaysAndBuffersQuery(cluster));
  return (
    <QueryContent query={query} action="load NodeOverlays and CapacityBuffers">
      {(data) => {
        const { nodeOverlays = [], capacityBuffers = [] } = data ?? {};
        if (nodeOverlays.length + capacityBuffers.length === 0) return null;
        return (
          <Stack gap="lg">
            {nodeOverlays.length > 0 && <NodeOverlays overlays={nodeOverlays} />}
            {capacityBuffers.length > 0 && <CapacityBuffers buffers={capacityBuffers} />}
          </Stack>
        );
      }}
    </QueryContent>
  );
}

/** The NodeOverlays of a cluster with their status. */
function NodeOverlays({ overlays }: { readonly overlays: readonly NodeOverlayFieldsFragment[] }) {
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
          renderCell: ({ state }) => <StateBadge content={nodeOverlayBadges[state]} />,
        },
        { header: 'Override', renderCell: (overlay) => overridesOf(overlay).join(', ') },
        {
          header: 'Requirements',
          renderCell: ({ requirements }) =>
            requirements.map((requirement) => (
              <div key={requirement}>
                <code>{requirement}</code>
              </div>
            )),
        },
        { header: 'Result', isSentence: true, renderCell: overlayResult },
      ]}
      rows={overlays}
      rowKey={({ name }) => name}
    />
  );
}

function overridesOf({
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

function overlayResult({
  problems,
  instanceTypes,
  nodePools,
  state,
}: NodeOverlayFieldsFragment): string {
  if (problems.length > 0) return problems.join('; ');
  if (state !== 'APPLIED') return '';
  return instanceTypes === 0
    ? 'Matches no instance type of any NodePool'
    : `${countOf(instanceTypes, 'instance type')} in ${joinWords(nodePools)}`;
}

/** The CapacityBuffers of a cluster: units requested, units ready, and the reasons for the rest. */
function CapacityBuffers({
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
          { header: 'Pod template', renderCell: ({ podTemplate }) => podTemplate ?? 'unknown' },
          { header: 'Requests per unit', renderCell: amountsOfUnit },
          { header: 'Units', renderCell: unitsOf },
          {
            header: 'Reason',
            isSentence: true,
            renderCell: (buffer) => <BufferReasons buffer={buffer} />,
          },
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

/** Returns all numbers in one text, because a narrow screen shows no headers. */
function unitsOf({ units, ready, launching, unschedulable }: CapacityBufferFieldsFragment): string {
  if (units === null) return '';
  if (ready === null) return `${formatCount(units)} requested`;
  return [
    `${formatCount(ready)} of ${formatCount(units)} ready`,
    ...(launching === null || launching === 0 ? [] : [`${formatCount(launching)} launching`]),
    ...(unschedulable === null || unschedulable === 0
      ? []
      : [`${formatCount(unschedulable)} unschedulable`]),
  ].join(', ');
}

function BufferReasons({ buffer }: { readonly buffer: CapacityBufferFieldsFragment }) {
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
      {isLimited && <div>Limits allow fewer units than it requests.</div>}
    </>
  );
}
