import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../ui/feedback/notice.js';
import { refusedDefinitionsQuery } from './definitions.queries.js';

export interface RefusedDefinitionsProps {
  readonly kind: 'NodePool' | 'EC2NodeClass';
  /** The cluster shown; absent: all. */
  readonly clusterId: string | undefined;
}

/** The refused objects of a kind: a new one has no row of its own, because nothing of it could be read. */
export function RefusedDefinitions({ kind, clusterId }: RefusedDefinitionsProps) {
  const { data = [] } = useQuery(refusedDefinitionsQuery);
  return data
    .filter((one) => one.kind === kind && (clusterId ?? one.clusterId) === one.clusterId)
    .map(({ clusterName, name, message }) => (
      <Notice key={`${clusterName}/${name}`} tone="broken">
        <strong>
          {kind} {name} in {clusterName} is refused:
        </strong>{' '}
        {message}
      </Notice>
    ));
}
