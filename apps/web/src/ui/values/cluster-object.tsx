import { Link } from '@tanstack/react-router';

interface ClusterObjectProps {
  readonly clusterName: string;
  /** Kind and name, e.g. `Node/ip-10-0-1-2.ec2.internal`. */
  readonly object: string;
}

/** An object of a cluster; decisions, nodes and NodePools are links to their pages. */
export function ClusterObject({ clusterName, object }: ClusterObjectProps) {
  const [kind, name = ''] = object.split('/');
  switch (kind) {
    case 'Decision':
      return (
        <Link to="/decisions/$id" params={{ id: name }}>
          {object}
        </Link>
      );
    case 'Node':
      return (
        <Link to="/clusters/$name/nodes/$node" params={{ name: clusterName, node: name }}>
          {object}
        </Link>
      );
    case 'NodePool':
      return (
        <Link to="/node-pools" search={{ open: `${clusterName}/${name}` }}>
          {object}
        </Link>
      );
    default:
      return object;
  }
}
