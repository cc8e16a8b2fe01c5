import { Badge } from '../../ui/badges/badge.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { ReasonText } from '../../ui/values/reason-text.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { type Headline, ownerWords, toHeadline, toVerdictSummary } from './pending-pods-text.js';
import { type PendingGroup, toVerdictGroups } from './to-pending-group.js';

const cluster: GridColumn<PendingGroup> = {
  id: 'cluster',
  header: 'Cluster',
  widthPx: 150,
  renderCell: ({ clusterName }) => <span>{clusterName}</span>,
};

const others: readonly GridColumn<PendingGroup>[] = [
  {
    id: 'count',
    header: 'Pods',
    widthPx: 64,
    isNumeric: true,
    renderCell: ({ count }) => <strong>{count}</strong>,
  },
  {
    id: 'first-seen',
    header: 'First seen',
    widthPx: 104,
    isNumeric: true,
    renderCell: ({ oldestCreatedAt }) => <RelativeTime at={oldestCreatedAt} />,
  },
  {
    id: 'evaluated',
    header: 'Last evaluated',
    widthPx: 125,
    isNumeric: true,
    renderCell: ({ lastEvaluatedAt }) =>
      lastEvaluatedAt === null ? (
        <span className="dimmed">never</span>
      ) : (
        <RelativeTime at={lastEvaluatedAt} />
      ),
  },
  {
    id: 'why',
    header: 'Reason',
    widthPx: 380,
    grows: true,
    isSentence: true,
    renderCell: ReasonCell,
  },
];

const owner: GridColumn<PendingGroup> = {
  id: 'owner',
  header: 'Owner',
  widthPx: 220,
  isPinned: true,
  renderCell: (group) => (
    <span title={ownerWords(group)}>
      <span className="dimmed">{group.namespace}/</span>
      {group.ownerName}
    </span>
  ),
};

/** Returns the columns; the cluster is a column only if more than one is shown. */
export const pendingGroupColumns = (isFleet: boolean): readonly GridColumn<PendingGroup>[] =>
  isFleet ? [owner, cluster, ...others] : [owner, ...others];

function ReasonCell({ pods }: PendingGroup) {
  const groups = toVerdictGroups(pods);
  const [worst] = groups;
  const summary = toVerdictSummary(groups);
  if (worst === undefined) return <span className="dimmed">–</span>;
  return (
    <span>
      {worst.kind === 'UNSCHEDULABLE' && (
        <>
          <Badge tone="attention" icon="alert">
            No matching NodePool
          </Badge>{' '}
        </>
      )}
      <HeadlineText headline={toHeadline(worst)} />
      {summary !== null && <span className="dimmed"> ({summary})</span>}
    </span>
  );
}

function HeadlineText({ headline }: { readonly headline: Headline }) {
  if (headline.kind === 'text') return <span className="dimmed">{headline.text}</span>;
  return (
    <>
      <ReasonText
        reason={headline.reason}
        {...(headline.nodePool !== null && { nodePool: headline.nodePool })}
      />
      {headline.otherPools > 0 && (
        <span className="dimmed"> (nearest of {headline.otherPools + 1} NodePools)</span>
      )}
    </>
  );
}
