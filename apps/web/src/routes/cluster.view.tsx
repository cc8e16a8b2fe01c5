import { assertNever } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { trendQuery } from '../app/figures/trend.queries.js';
import {
  AttentionBadges,
  AttentionNotices,
  ClusterHoldNotice,
} from '../features/clusters/cluster-attention.js';
import { ClusterFigures } from '../features/clusters/cluster-figures.js';
import { ClusterFindingNotice } from '../features/clusters/cluster-findings.js';
import { clusterQuery } from '../features/clusters/clusters.queries.js';
import { nodePoolsQuery } from '../features/definitions/definitions.queries.js';
import { recentIncidentsQuery } from '../features/incidents/incidents.queries.js';
import type { ClusterFieldsFragment } from '../gql/graphql.js';
import { StateBadge } from '../ui/badges/badge.js';
import { connectionBadges, modeBadge } from '../ui/badges/state-badges.js';
import { Tabs } from '../ui/controls/controls.js';
import { Notice } from '../ui/feedback/notice.js';
import { QueryContent } from '../ui/feedback/query-content.js';
import { UnknownCluster } from '../ui/feedback/unknown-cluster.js';
import { Row } from '../ui/layout/layout.js';
import { Page } from '../ui/layout/page.js';
import { RelativeTime } from '../ui/values/relative-time.js';
import { type ClusterSearch, clusterTabs } from './cluster.search.js';

/** Loads with the page, in a part of its own: it is shown if there are incidents. */
const incidentSection = import('../features/incidents/incident-section.js');
const IncidentSection = lazy(async () => ({ default: (await incidentSection).IncidentSection }));

/** Loaded while the cluster is read: this tab is open at first. */
const nodesView = import('../features/nodes/nodes-view.js');
const NodesView = lazy(async () => ({ default: (await nodesView).NodesView }));
/** Loaded on demand. */
const ClusterCostChange = lazy(async () => ({
  default: (await import('../features/cost/cost-change-card.js')).ClusterCostChange,
}));
const OverlaysAndBuffers = lazy(async () => ({
  default: (await import('../features/clusters/overlays-and-buffers.js')).OverlaysAndBuffers,
}));
const NodePoolPanel = lazy(async () => ({
  default: (await import('../features/definitions/node-pools/node-pool-panel.js')).NodePoolPanel,
}));
const NodePoolsView = lazy(async () => ({
  default: (await import('../features/definitions/node-pools/node-pools-view.js')).NodePoolsView,
}));
const EventFeed = lazy(async () => ({
  default: (await import('../features/events/event-feed.js')).EventFeed,
}));
const NodeClaimPanel = lazy(async () => ({
  default: (await import('../features/node-claims/node-claim-panel.js')).NodeClaimPanel,
}));
const NodeClaimsView = lazy(async () => ({
  default: (await import('../features/node-claims/node-claims-view.js')).NodeClaimsView,
}));
const NodePanel = lazy(async () => ({
  default: (await import('../features/nodes/node-panel.js')).NodePanel,
}));
const SimulationPanel = lazy(async () => ({
  default: (await import('../features/nodes/simulation/simulation-panel.js')).SimulationPanel,
}));
const PendingPanel = lazy(async () => ({
  default: (await import('./cluster-pending.view.js')).PendingPanel,
}));
const PendingTab = lazy(async () => ({
  default: (await import('./cluster-pending.view.js')).PendingTab,
}));
const ClusterSettings = lazy(async () => ({
  default: (await import('../features/clusters/settings/cluster-settings.js')).ClusterSettings,
}));

const route = getRouteApi('/shell/clusters/$name');

/** One cluster: its figures, and nodes, pending pods, NodeClaims, NodePools, events and settings as tabs. */
export function ClusterView() {
  const { name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: ClusterSearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  // Filters and sort orders of one table mean nothing to the next one.
  const showTab = (tab: ClusterSearch['tab']) => void navigate({ search: { tab }, replace: true });
  const query = useQuery(clusterQuery(name));
  const cluster = query.data;
  const hasFigures = cluster?.summary !== undefined && cluster.summary !== null;
  const incidents = useQuery({ ...recentIncidentsQuery(cluster?.id), enabled: Boolean(cluster) });
  const trend = useQuery({ ...trendQuery(cluster?.id), enabled: hasFigures });
  return (
    <Page
      title={name}
      titleAside={cluster && <Badges cluster={cluster} />}
      isSettling={trend.isLoading || incidents.isLoading}
      asOf={cluster === undefined ? undefined : (cluster?.summary?.asOf ?? null)}
      panel={
        cluster && (
          <Suspense>
            <OpenPanel cluster={cluster} search={search} onSearch={change} />
          </Suspense>
        )
      }
    >
      <QueryContent query={query} action={`load ${name}`}>
        {(data) => {
          if (data === undefined) return <p className="dimmed">Loading the cluster…</p>;
          if (data === null) return <UnknownCluster name={name} />;
          return (
            <Suspense fallback={<p className="dimmed">Loading the cluster…</p>}>
              <ClusterBody cluster={data} search={search} onSearch={change} onTab={showTab} />
            </Suspense>
          );
        }}
      </QueryContent>
    </Page>
  );
}

interface ClusterProps {
  readonly cluster: ClusterFieldsFragment;
  readonly search: ClusterSearch;
  readonly onSearch: (change: ClusterSearch) => void;
}

function Badges({ cluster }: Pick<ClusterProps, 'cluster'>) {
  const { region, kubernetesVersion } = cluster;
  return (
    <Row gap="xs">
      <AttentionBadges {...cluster} />
      <StateBadge content={modeBadge(cluster)} />
      <span className="dimmed">
        {region}
        {kubernetesVersion !== null && `, Kubernetes ${kubernetesVersion}`}
      </span>
    </Row>
  );
}

interface ClusterBodyProps extends ClusterProps {
  readonly onTab: (tab: ClusterSearch['tab']) => void;
}

function ClusterBody({ cluster, search, onSearch, onTab }: ClusterBodyProps) {
  const { connection, summary } = cluster;
  const fallback =
    connection.state === 'REJECTED' || connection.state === 'CHECKING' ? 'settings' : 'nodes';
  const tab = search.tab ?? fallback;
  return (
    <>
      {connection.problem !== null && <ConnectionProblem connection={connection} />}
      <ClusterHoldNotice cluster={cluster} />
      <AttentionNotices {...cluster} />
      <ClusterFindingNotice cluster={cluster} />
      <ClusterFigures cluster={cluster} />
      <IncidentSection clusterId={cluster.id} />
      <Suspense fallback={<p className="dimmed">Comparing costs…</p>}>
        <ClusterCostChange cluster={cluster} />
      </Suspense>
      <Tabs value={tab} onChange={(next) => onTab(clusterTabs.find((each) => each === next))}>
        <Tabs.List aria-label={`Sections of ${cluster.name}`}>
          <Tabs.Tab value="nodes">Nodes</Tabs.Tab>
          <Tabs.Tab value="pending">
            Pending pods{summary !== null && summary.pendingPods > 0 && ` (${summary.pendingPods})`}
          </Tabs.Tab>
          <Tabs.Tab value="claims">NodeClaims</Tabs.Tab>
          <Tabs.Tab value="pools">NodePools</Tabs.Tab>
          <Tabs.Tab value="events">Events</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <Suspense key={tab} fallback={<p className="dimmed">Loading…</p>}>
        <TabContent tab={tab} cluster={cluster} search={search} onSearch={onSearch} />
      </Suspense>
    </>
  );
}

function ConnectionProblem({ connection }: Pick<ClusterFieldsFragment, 'connection'>) {
  return (
    <Notice
      tone="broken"
      isAnnounced
      action={
        <Link from="/clusters/$name" to="." search={{ tab: 'settings' }}>
          Show registration check
        </Link>
      }
    >
      <strong>{connectionBadges[connection.state].label}</strong> for{' '}
      <RelativeTime at={connection.changedAt} form="age" />: {connection.problem}
      {connection.syncedAt !== null && (
        <div>
          The data shown is from <RelativeTime at={connection.syncedAt} />. Kerf makes no decisions
          until the cluster is connected again.
        </div>
      )}
    </Notice>
  );
}

interface TabContentProps extends ClusterProps {
  readonly tab: (typeof clusterTabs)[number];
}

function TabContent({ tab, cluster, search, onSearch }: TabContentProps) {
  switch (tab) {
    case 'nodes':
      return <NodesTab cluster={cluster} search={search} onSearch={onSearch} />;
    case 'pending':
      return <PendingTab clusterId={cluster.id} search={search} onSearch={onSearch} />;
    case 'claims':
      return <NodeClaimsView clusterId={cluster.id} search={search} onSearch={onSearch} />;
    case 'pools':
      return <PoolsTab cluster={cluster} search={search} onSearch={onSearch} />;
    case 'events':
      return <EventFeed clusterId={cluster.id} count={100} search={search} onSearch={onSearch} />;
    case 'settings':
      return <ClusterSettings cluster={cluster} />;
    default:
      return assertNever(tab);
  }
}

function NodesTab({ cluster, search, onSearch }: ClusterProps) {
  const pools = useQuery(nodePoolsQuery(cluster.id)).data?.nodePools ?? [];
  return (
    <NodesView
      cluster={cluster}
      search={search}
      onSearch={onSearch}
      nodePools={pools.map((pool) => pool.name)}
    />
  );
}

function PoolsTab({ cluster, search, onSearch }: ClusterProps) {
  const query = useQuery(nodePoolsQuery(cluster.id));
  return (
    <>
      <QueryContent query={query} action="load the NodePools">
        {(data) => (
          <NodePoolsView
            pools={data?.nodePools}
            cluster={cluster.name}
            clusterId={cluster.id}
            search={search}
            onSearch={onSearch}
          />
        )}
      </QueryContent>
      <OverlaysAndBuffers cluster={cluster.name} />
    </>
  );
}

/** The side panel of the tab. */
function OpenPanel({ cluster, search, onSearch }: ClusterProps) {
  const pools = useQuery({ ...nodePoolsQuery(cluster.id), enabled: search.open !== undefined });
  if (search.simulation !== undefined) {
    return (
      <SimulationPanel
        id={search.simulation}
        clusterName={cluster.name}
        again={null}
        onClose={() => onSearch({ simulation: undefined })}
      />
    );
  }
  if (search.node !== undefined) {
    return (
      <NodePanel
        clusterId={cluster.id}
        clusterName={cluster.name}
        name={search.node}
        onClose={() => onSearch({ node: undefined })}
      />
    );
  }
  if (search.claim !== undefined) {
    return (
      <NodeClaimPanel
        id={search.claim}
        clusterName={cluster.name}
        onClose={() => onSearch({ claim: undefined })}
      />
    );
  }
  if (search.owner !== undefined) {
    return (
      <PendingPanel
        clusterId={cluster.id}
        owner={search.owner}
        onClose={() => onSearch({ owner: undefined })}
      />
    );
  }
  if (search.open === undefined) return null;
  return (
    <NodePoolPanel
      open={search.open}
      pools={pools.data?.nodePools}
      view={search.view}
      onSearch={onSearch}
    />
  );
}
