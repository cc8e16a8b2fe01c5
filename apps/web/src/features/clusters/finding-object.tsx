import { Link } from '@tanstack/react-router';

interface FindingObjectProps {
  readonly clusterName: string;
  /** Kind and name, e.g. `Node/ip-10-0-1-2.ec2.internal`. */
  readonly object: string;
}

/** The object of a finding; a decision and a node are links to their pages. */
export function FindingObject({ clusterName, object }: FindingObjectProps) {
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
    default:
      return object;
  }
}
