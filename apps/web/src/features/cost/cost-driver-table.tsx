import { formatCount } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { CostChangeQuery } from '../../gql/graphql.js';
import { formatUsd, toMicroUsd, withSign } from '../../lib/format/money.js';
import { formatShare } from '../../lib/format/quantity.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';

export type CostChange = CostChangeQuery['costChange'];
type Driver = CostChange['drivers'][number];

interface CostDriverTableProps {
  readonly change: CostChange;
  /** Whether drivers are of several clusters. */
  readonly isFleet: boolean;
  /** The largest drivers only, without their records. */
  readonly count?: number;
}

/** The causes of a change of the cost, the largest first. */
export function CostDriverTable({ change, isFleet, count }: CostDriverTableProps) {
  const isShort = count !== undefined;
  return (
    <SimpleTable
      caption="What changed the cost"
      columns={[
        { header: 'Why', renderCell: (driver) => <Why driver={driver} isFleet={isFleet} /> },
        ...(isShort
          ? []
          : [{ header: 'Records', renderCell: (driver: Driver) => <Records driver={driver} /> }]),
        { header: 'Changed nodes', isNumeric: true, renderCell: nodesText },
        {
          header: 'Change, $/h',
          isNumeric: true,
          renderCell: (driver) => (
            <span className="num">
              {withSign(toMicroUsd(driver.change), (microUsd) => formatUsd(microUsd, 4))}
            </span>
          ),
        },
        ...(isShort
          ? []
          : [
              {
                header: 'Share',
                isNumeric: true,
                renderCell: (driver: Driver) => shareText(driver, change),
              },
            ]),
      ]}
      rows={change.drivers.slice(0, count)}
      rowKey={(_, index) => String(index)}
    />
  );
}

function Why({ driver, isFleet }: { readonly driver: Driver; readonly isFleet: boolean }) {
  const { message, clusterName, nodePools, unpricedNodes } = driver;
  const places = [
    ...nodePools.map((pool) => ({
      key: `pool ${pool}`,
      item: <PlaceLink clusterName={clusterName} pool={pool} />,
    })),
    ...(isFleet && clusterName !== null
      ? [{ key: 'cluster', item: <PlaceLink clusterName={clusterName} /> }]
      : []),
  ];
  return (
    <>
      {message}
      {(places.length > 0 || unpricedNodes > 0) && (
        <div className="dimmed">
          <Listed items={places} />
          {unpricedNodes > 0 && ` ${formatCount(unpricedNodes)} with unknown price`}
        </div>
      )}
    </>
  );
}

interface PlaceLinkProps {
  readonly clusterName: string | null;
  readonly pool?: string;
}

function PlaceLink({ clusterName, pool }: PlaceLinkProps) {
  if (clusterName === null) return pool;
  return (
    <Link to="/clusters/$name" params={{ name: clusterName }} search={{ pool }}>
      {pool ?? clusterName}
    </Link>
  );
}

const shownRecords = 3;

/** Links to what the driver was found from. */
function Records({ driver }: { readonly driver: Driver }) {
  const { decisionIds, decisions, interruptionIds, clusterName, nodeClaims, definitions } = driver;
  const shown = decisionIds.slice(0, shownRecords);
  return (
    <>
      {shown.length > 0 && (
        <div>
          <Listed
            items={shown.map((id) => ({
              key: id,
              item: (
                <Link to="/decisions/$id" params={{ id }}>
                  Decision {id.slice(-6)}
                </Link>
              ),
            }))}
          />
          {decisions > shown.length && ` and ${formatCount(decisions - shown.length)} more`}
        </div>
      )}
      {interruptionIds.slice(0, shownRecords).map((open) => (
        <div key={open}>
          <Link to="/interruptions" search={{ cluster: clusterName ?? undefined, open }}>
            Interruption {open.slice(-6)}
          </Link>
        </div>
      ))}
      {definitions.map((each) => (
        <div key={each.definition} className="dimmed">
          {each.definition}
          {each.fields.length > 0 && `: ${each.fields.join(', ')}`}
        </div>
      ))}
      {nodeClaims.length > 0 && (
        <div className="dimmed" title={nodeClaims.join(', ')}>
          {nodeClaims.slice(0, shownRecords).join(', ')}
          {nodeClaims.length > shownRecords && ' …'}
        </div>
      )}
    </>
  );
}

interface ListedProps {
  readonly items: readonly { readonly key: string; readonly item: ReactNode }[];
}

const Listed = ({ items }: ListedProps) =>
  items.map(({ key, item }, index) => (
    <Fragment key={key}>
      {index > 0 && ', '}
      {item}
    </Fragment>
  ));

function nodesText({ nodesAdded, nodesRemoved, nodesRepriced }: Driver): string {
  return [
    ...(nodesAdded === 0 ? [] : [`+${formatCount(nodesAdded)}`]),
    ...(nodesRemoved === 0 ? [] : [`−${formatCount(nodesRemoved)}`]),
    ...(nodesRepriced === 0 ? [] : [`${formatCount(nodesRepriced)} repriced`]),
  ].join(' ');
}

/** Share of all increases, or of all decreases. */
function shareText(driver: Driver, { increase, decrease }: CostChange): string {
  const own = toMicroUsd(driver.change);
  if (own === 0) return '–';
  return formatShare(Math.abs(own), Math.abs(toMicroUsd(own > 0 ? increase : decrease)), 1);
}
