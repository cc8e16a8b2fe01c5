import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useClusterDirectory, useClusterScope } from '../../../lib/context/cluster-directory.js';
import { Select } from '../../../ui/controls/controls.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { Failure } from '../../../ui/feedback/failure.js';
import { UnknownCluster } from '../../../ui/feedback/unknown-cluster.js';
import { Page } from '../../../ui/layout/page.js';
import { nodeClassesQuery } from '../definitions.queries.js';
import { ApplyForm } from './apply-form.js';
import { useInitialText } from './use-initial-text.js';

const route = getRouteApi('/shell/apply');

/** Previews and applies manifests. */
export function ApplyPage() {
  const { cluster, edit, example, field } = route.useSearch();
  const navigate = route.useNavigate();
  const scope = useClusterScope(cluster);
  const directory = useClusterDirectory() ?? [];
  return (
    <Page title={titleOf(cluster, edit)} asOf={null}>
      {scope.kind === 'unknown' && <UnknownCluster name={scope.name} />}
      {scope.kind === 'all' && (
        <EmptyState
          title="Choose a cluster"
          action={
            <Select
              aria-label="Cluster of the manifests"
              placeholder="Cluster"
              data={directory.map(({ name }) => name)}
              value={null}
              onChange={(name) => void navigate({ search: { cluster: name ?? undefined } })}
              w={280}
              searchable
            />
          }
        >
          Definitions belong to one cluster. Its name replaces placeholders, and NodePools can
          reference its EC2NodeClasses.
        </EmptyState>
      )}
      {scope.kind === 'one' && (
        <StoredManifestForm
          key={`${scope.cluster.id}/${edit ?? ''}/${example ?? ''}/${field ?? ''}`}
          clusterId={scope.cluster.id}
          clusterName={scope.cluster.name}
          edit={edit}
          example={example}
          field={field}
        />
      )}
    </Page>
  );
}

function titleOf(cluster: string | undefined, edit: string | undefined): string {
  const action = edit === undefined ? 'Apply manifests' : `Edit ${edit.replace('/', ' ')}`;
  if (cluster === undefined) return action;
  return edit === undefined ? `${action} to ${cluster}` : `${action} in ${cluster}`;
}

interface StoredManifestFormProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly edit: string | undefined;
  readonly example: 'exercise' | undefined;
  readonly field: string | undefined;
}

/** Loads the stored manifest, then shows the form with it. */
function StoredManifestForm(props: StoredManifestFormProps) {
  const { clusterId, clusterName, edit, example, field } = props;
  const classes = useQuery(nodeClassesQuery(clusterId));
  const initial = useInitialText(clusterId, edit, example);
  const error = classes.error ?? initial.error;
  if (error !== null) return <Failure error={error} action="load the stored manifest" />;
  if (initial.isMissing)
    return <EmptyState title={`${edit?.replace('/', ' ') ?? ''} not found in ${clusterName}`} />;
  if (initial.text === undefined || classes.data === undefined) {
    return <p className="dimmed">Loading the stored manifest…</p>;
  }
  return (
    <ApplyForm
      clusterId={clusterId}
      clusterName={clusterName}
      initialText={initial.text}
      initialBase={initial.base}
      field={field}
      nodeClasses={classes.data.nodeClasses.map((each) => each.name)}
    />
  );
}
