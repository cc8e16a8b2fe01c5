import type { NodeClassesQuery } from '../../../gql/graphql.js';
import { Badge } from '../../../ui/badges/badge.js';
import { Tooltip } from '../../../ui/controls/controls.js';
import type { GridColumn } from '../../../ui/tables/grid-column.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';

export type NodeClassRow = NodeClassesQuery['nodeClasses']['nodes'][number];

export const nodeClassColumns: readonly GridColumn<NodeClassRow>[] = [
  {
    id: 'name',
    header: 'EC2NodeClass',
    widthPx: 150,
    grows: true,
    isPinned: true,
    sortBy: (row) => row.name,
    renderCell: ({ name }) => <span>{name}</span>,
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 140,
    sortBy: (row) => row.clusterName,
    renderCell: ({ clusterName }) => <span>{clusterName}</span>,
  },
  {
    id: 'ready',
    header: 'State',
    widthPx: 94,
    sortBy: (row) => (row.isReady ? 1 : 0),
    renderCell: ReadyCell,
  },
  {
    id: 'ami',
    header: 'AMI family',
    widthPx: 96,
    sortBy: (row) => row.amiFamily,
    renderCell: ({ amiFamily }) => <span>{amiFamily ?? 'from alias'}</span>,
  },
  {
    id: 'subnets',
    header: 'Subnets',
    widthPx: 72,
    isNumeric: true,
    sortBy: (row) => row.subnets.length,
    renderCell: ({ subnets, resolvedAt }) => (resolvedAt === null ? '–' : subnets.length),
  },
  {
    id: 'addresses',
    header: 'Free addresses',
    widthPx: 110,
    isNumeric: true,
    sortBy: (row) => freeAddresses(row),
    renderCell: (row) =>
      row.resolvedAt === null ? '–' : freeAddresses(row).toLocaleString('en-US'),
  },
  {
    id: 'groups',
    header: 'Security groups',
    widthPx: 124,
    isNumeric: true,
    sortBy: (row) => row.securityGroups.length,
    renderCell: ({ securityGroups, resolvedAt }) =>
      resolvedAt === null ? '–' : securityGroups.length,
  },
  {
    id: 'images',
    header: 'AMIs',
    widthPx: 64,
    isNumeric: true,
    sortBy: (row) => row.images.length,
    renderCell: ({ images, resolvedAt }) => (resolvedAt === null ? '–' : images.length),
  },
  {
    id: 'pools',
    header: 'Used by NodePools',
    widthPx: 140,
    grows: true,
    renderCell: ({ nodePools }) =>
      nodePools.length === 0 ? (
        <span className="dimmed">None</span>
      ) : (
        <span>{nodePools.join(', ')}</span>
      ),
  },
  {
    id: 'source',
    header: 'Managed in',
    hint: 'Definitions managed in the cluster are read-only here',
    widthPx: 92,
    sortBy: (row) => row.source,
    renderCell: ({ source }) => (
      <span className="dimmed">{source === 'API' ? 'Kerf' : 'cluster'}</span>
    ),
  },
  {
    id: 'resolved',
    header: 'Resolved',
    hint: 'Time at which its selectors were last resolved in AWS',
    widthPx: 96,
    isNumeric: true,
    sortBy: (row) => (row.resolvedAt === null ? null : -Date.parse(row.resolvedAt)),
    renderCell: ({ resolvedAt }) =>
      resolvedAt === null ? 'never' : <RelativeTime at={resolvedAt} />,
  },
];

const freeAddresses = ({ subnets }: Pick<NodeClassRow, 'subnets'>): number =>
  subnets.reduce((sum, subnet) => sum + subnet.freeAddresses, 0);

function ReadyCell({ isReady, problems }: NodeClassRow) {
  if (isReady) return <span className="dimmed">Ready</span>;
  return (
    <Tooltip label={problems.map(({ message }) => message).join(' ') || 'Not resolved yet'}>
      <span>
        <Badge tone="broken" icon="alert">
          Not ready
        </Badge>
      </span>
    </Tooltip>
  );
}
