import type { ClusterFieldsFragment, UpdateClusterInput } from '../../../gql/graphql.js';
import { toast } from '../../../ui/feedback/toast.js';
import { useWriteForm } from '../../../ui/forms/use-write-form.js';
import { clusterQuery, updateCluster } from '../clusters.queries.js';

type Changes = Omit<UpdateClusterInput, 'id' | 'expectedVersion'>;

interface ClusterFormOptions<Values> {
  /** The stored values. */
  readonly initial: Values;
  readonly toChanges: (values: Values) => Changes;
  /** Returns why the values cannot be saved; absent if any change can. */
  readonly missing?: (values: Values) => string | undefined;
  /** Returns the toast after a save. */
  readonly saved: (values: Values) => string;
}

/** A form that changes stored values of a cluster, and loads it again. */
export function useClusterForm<Values extends object>(
  { id, name, version }: ClusterFieldsFragment,
  { toChanges, saved, ...options }: ClusterFormOptions<Values>,
) {
  return useWriteForm({
    ...options,
    isEdit: true,
    write: (values) => updateCluster({ id, expectedVersion: version, ...toChanges(values) }),
    refreshes: [clusterQuery(name).queryKey],
    onDone: (_, values) => toast(saved(values)),
  });
}
