import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { MovedBy } from '../features/decisions/moved-by.js';
import { PendingVerdict } from '../features/pending-pods/pending-verdict.js';
import { PodNotFound, PodSections } from '../features/pods/pod-sections.js';
import { podQuery } from '../features/pods/pods.queries.js';
import { podBadges } from '../features/pods/pods-text.js';
import { scopeQuery, useClusterScope } from '../lib/context/cluster-directory.js';
import { StateBadge } from '../ui/badges/badge.js';
import { QueryContent } from '../ui/feedback/query-content.js';
import { UnknownCluster } from '../ui/feedback/unknown-cluster.js';
import { Row, Section } from '../ui/layout/layout.js';
import { Page } from '../ui/layout/page.js';

const route = getRouteApi('/shell/clusters/$name/pods/$namespace/$pod');

/** The page of one pod: where it is, why it waits, and what moved it. */
export function PodView() {
  const { name: clusterName, namespace, pod: name } = route.useParams();
  const scope = useClusterScope(clusterName);
  const { clusterId } = scopeQuery(scope);
  const query = useQuery({
    ...podQuery({ clusterId: clusterId ?? '', namespace, name }),
    enabled: clusterId !== undefined,
  });
  const pod = query.data;
  return (
    <Page
      title={name}
      titleAside={
        <Row gap="xs">
          {pod && <StateBadge content={podBadges[pod.phase]} />}
          <span className="dimmed">{namespace}</span>
          <Link to="/clusters/$name" params={{ name: clusterName }}>
            {clusterName}
          </Link>
        </Row>
      }
      asOf={pod === undefined ? undefined : (pod?.node?.asOf ?? null)}
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={clusterName} />
      ) : (
        <QueryContent query={query} action="load the pod">
          {(data) => {
            if (data === undefined) return <p className="dimmed">Loading the pod…</p>;
            return (
              <>
                {data === null ? (
                  <PodNotFound name={`${namespace}/${name}`} />
                ) : (
                  <PodSections
                    pod={data}
                    clusterName={clusterName}
                    pendingReasons={
                      data.pending && (
                        <PendingVerdict pod={data.pending} clusterName={clusterName} />
                      )
                    }
                  />
                )}
                <Section title="Decisions that move it">
                  {clusterId !== undefined && (
                    <MovedBy clusterId={clusterId} moved={`${namespace}/${name}`} />
                  )}
                </Section>
              </>
            );
          }}
        </QueryContent>
      )}
    </Page>
  );
}
