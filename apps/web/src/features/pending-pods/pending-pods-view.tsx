import { countOf, formatCount } from '@kerf/core';
import { type ReactNode, useMemo } from 'react';
import type { PendingPodGroupsQuery } from '../../gql/graphql.js';
import { csvHref } from '../../lib/api/csv-href.js';
import type { PagedRows } from '../../lib/api/paged-rows.js';
import { containsText } from '../../lib/format/contains-text.js';
import { SearchInput } from '../../ui/controls/search-input.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { Row } from '../../ui/layout/layout.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import { TableMenus } from '../../ui/tables/table-menus.js';
import { pendingGroupColumns } from './pending-group-columns.js';
import { groupId, type PendingGroup } from './to-pending-group.js';

export interface PendingPodsViewProps {
  readonly groups: PagedRows<PendingGroup, PendingPodGroupsQuery['pendingPodGroups']>;
  /** The cluster shown; absent: all. */
  readonly clusterId: string | undefined;
  readonly q: string | undefined;
  /** The team whose pods are shown; all if absent. */
  readonly team?: string | undefined;
  readonly teamFilter?: ReactNode;
  readonly openOwner: string | undefined;
  readonly onSearch: (change: { q?: string | undefined; owner?: string | undefined }) => void;
}

/** Pending pods by owner with their reasons, oldest first. */
export function PendingPodsView(props: PendingPodsViewProps) {
  const { groups, clusterId, q = '', team, openOwner, onSearch } = props;
  const isFleet = clusterId === undefined;
  const { firstPage, rows } = groups;
  const columns = useMemo(() => pendingGroupColumns(isFleet), [isFleet]);
  const shown = useMemo(
    () => rows.filter((group) => containsText(`${group.namespace}/${group.ownerName}`, q)),
    [rows, q],
  );
  if (firstPage?.totalCount === 0) {
    return (
      <>
        {props.teamFilter !== undefined && <Row>{props.teamFilter}</Row>}
        <NoPendingPods isFleet={isFleet} team={team} />
      </>
    );
  }
  return (
    <>
      {firstPage !== undefined && <PendingFigures {...firstPage} />}
      <Row>
        <SearchInput
          label="Filter owners"
          value={props.q}
          onChange={(next) => onSearch({ q: next })}
        />
        {props.teamFilter}
        <TableMenus gridId="pending-pods" columns={columns} />
        <CsvLink
          href={csvHref('pending-pods', { clusterId, teams: team === undefined ? [] : [team] })}
        />
        {q !== '' && firstPage !== undefined && rows.length < firstPage.totalCount && (
          <span className="dimmed">
            {rows.length} of {countOf(firstPage.totalCount, 'owner')} loaded
          </span>
        )}
      </Row>
      {groups.error !== null && (
        <Failure error={groups.error} action="load the pending pods" retry={groups.retry} />
      )}
      <DataGrid
        id="pending-pods"
        label="Owners of pending pods"
        columns={columns}
        rows={firstPage === undefined ? undefined : shown}
        totalCount={q === '' ? firstPage?.totalCount : undefined}
        rowId={groupId}
        openId={openOwner}
        onOpen={(group) => onSearch({ owner: groupId(group) })}
        onVisible={groups.setVisibleRows}
        empty={<EmptyState title={`No owner matches “${q}”`} />}
      />
    </>
  );
}

interface PendingFiguresProps {
  readonly totalPods: number;
  /** Number of owners. */
  readonly totalCount: number;
}

const PendingFigures = ({ totalPods, totalCount }: PendingFiguresProps) => (
  <Figures>
    <Figure
      value={formatCount(totalPods)}
      label={totalPods === 1 ? 'pending pod' : 'pending pods'}
      tone="attention"
    />
    <Figure value={formatCount(totalCount)} label={totalCount === 1 ? 'owner' : 'owners'} />
  </Figures>
);

interface NoPendingPodsProps {
  readonly isFleet: boolean;
  readonly team: string | undefined;
}

function NoPendingPods({ isFleet, team }: NoPendingPodsProps) {
  const place = isFleet ? 'the fleet' : 'this cluster';
  return team === undefined ? (
    <EmptyState title="No pending pods">
      All pods of {place} have a node. Pods that do not fit on any node are listed here, with the
      reason for each NodePool.
    </EmptyState>
  ) : (
    <EmptyState title={`Team ${team} has no pending pods`}>
      All pods in the namespaces and clusters that the team owns have a node. Clear the filter to
      see other pods of {place}.
    </EmptyState>
  );
}
