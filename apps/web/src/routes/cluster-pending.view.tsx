import { PendingGroupPanel } from '../features/pending-pods/pending-group-panel.js';
import { usePendingGroups } from '../features/pending-pods/pending-pods.queries.js';
import { PendingPodsView } from '../features/pending-pods/pending-pods-view.js';
import { groupId } from '../features/pending-pods/to-pending-group.js';
import type { ClusterSearch } from './cluster.search.js';

export interface PendingTabProps {
  readonly clusterId: string;
  readonly search: ClusterSearch;
  readonly onSearch: (change: ClusterSearch) => void;
}

/** Pending pods of one cluster. */
export function PendingTab({ clusterId, search, onSearch }: PendingTabProps) {
  const groups = usePendingGroups({ clusterId });
  return (
    <PendingPodsView
      groups={groups}
      clusterId={clusterId}
      q={search.q}
      openOwner={search.owner}
      onSearch={onSearch}
    />
  );
}

export interface PendingPanelProps {
  readonly clusterId: string;
  readonly owner: string;
  readonly onClose: () => void;
}

export function PendingPanel({ clusterId, owner, onClose }: PendingPanelProps) {
  const groups = usePendingGroups({ clusterId });
  return (
    <PendingGroupPanel
      id={owner}
      group={groups.rows.find((group) => groupId(group) === owner)}
      onClose={onClose}
    />
  );
}
