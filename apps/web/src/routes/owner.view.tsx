import { getRouteApi, Link } from '@tanstack/react-router';
import { MovedBy } from '../features/decisions/moved-by.js';
import { OwnerSections } from '../features/pods/owner-sections.js';
import { ownerPodsList } from '../features/pods/pods.queries.js';
import type { OwnerPodsQuery, PodFieldsFragment } from '../gql/graphql.js';
import { usePagedRows } from '../lib/api/paged-rows.js';
import { scopeQuery, useClusterScope } from '../lib/context/cluster-directory.js';
import { UnknownCluster } from '../ui/feedback/unknown-cluster.js';
import { Row, Section } from '../ui/layout/layout.js';
import { Page } from '../ui/layout/page.js';

const route = getRouteApi('/shell/clusters/$name/owners/$namespace/$kind/$owner');

/** The page of a controller of pods: its pods, their cost, and the decisions that moved them. */
export function OwnerView() {
  const { name: clusterName, namespace, kind, owner } = route.useParams();
  const scope = useClusterScope(clusterName);
  const { clusterId } = scopeQuery(scope);
  const key = { clusterId: clusterId ?? '', namespace, ownerKind: kind, ownerName: owner };
  const pods = usePagedRows<PodFieldsFragment, OwnerPodsQuery['pods']>(
    ownerPodsList(key),
    clusterId !== undefined,
  );
  return (
    <Page
      title={owner}
      titleAside={
        <Row gap="xs">
          <span className="dimmed">
            {kind} in {namespace}
          </span>
          <Link to="/clusters/$name" params={{ name: clusterName }}>
            {clusterName}
          </Link>
        </Row>
      }
      asOf={pods.firstPage?.asOf}
    >
      {scope.kind === 'unknown' ? (
        <UnknownCluster name={clusterName} />
      ) : (
        <>
          <OwnerSections pods={pods} clusterName={clusterName} />
          <Section title="Decisions that move its pods">
            {clusterId !== undefined && (
              <MovedBy clusterId={clusterId} moved={`${namespace}/${kind}/${owner}`} />
            )}
          </Section>
        </>
      )}
    </Page>
  );
}
