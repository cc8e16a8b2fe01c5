import { Link } from '@tanstack/react-router';

export interface OwnerLinkProps {
  /** Absent while the clusters are loading; the name is plain text then. */
  readonly clusterName: string | undefined;
  readonly namespace: string;
  /** E.g. `Deployment`. */
  readonly kind: string;
  readonly name: string;
}

/** Owners that have no page: none, and the node of a static pod. */
const withoutPage: readonly string[] = ['', 'None', 'Node'];

/** The controller of pods, with a link to its page: `Deployment web`. */
export function OwnerLink({ clusterName, namespace, kind, name }: OwnerLinkProps) {
  if (withoutPage.includes(kind)) return <span className="dimmed">no owner</span>;
  const text = `${kind} ${name}`;
  return clusterName === undefined || namespace === '' ? (
    text
  ) : (
    <Link
      to="/clusters/$name/owners/$namespace/$kind/$owner"
      params={{ name: clusterName, namespace, kind, owner: name }}
    >
      {text}
    </Link>
  );
}
