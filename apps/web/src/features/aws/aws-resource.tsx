import { useQuery } from '@tanstack/react-query';
import { shellQuery } from '../../app/app.queries.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { consoleUrl } from './console-url.js';

interface AwsResourceProps {
  /** E.g. `i-0123456789abcdef0`. */
  readonly id: string;
  /** Absent while the names of the clusters are loading. */
  readonly clusterName: string | undefined;
}

/** The ID of a resource, as a link to the console of AWS; the resources of the sandbox are in none. */
export function AwsResource({ id, clusterName }: AwsResourceProps) {
  const shell = useQuery(shellQuery());
  const cluster = useClusterDirectory()?.find(({ name }) => name === clusterName);
  const isReal = shell.data !== undefined && shell.data.product.sandbox === null;
  const url = cluster === undefined || !isReal ? null : consoleUrl(id, cluster.region);
  if (url === null) return <code>{id}</code>;
  return (
    <a href={url} target="_blank" rel="noreferrer" title={`${id} in the AWS console`}>
      <code>{id}</code>
    </a>
  );
}
