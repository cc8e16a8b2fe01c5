import { Link } from '@tanstack/react-router';

export interface PodLinkProps {
  /** Absent while the clusters are loading; the name is plain text then. */
  readonly clusterName: string | undefined;
  readonly namespace: string;
  readonly name: string;
}

/** A pod by namespace and name, with a link to its page. */
export function PodLink({ clusterName, namespace, name }: PodLinkProps) {
  return (
    <>
      {namespace !== '' && <span className="dimmed">{namespace}/</span>}
      {clusterName === undefined || namespace === '' ? (
        name
      ) : (
        <Link
          to="/clusters/$name/pods/$namespace/$pod"
          params={{ name: clusterName, namespace, pod: name }}
        >
          {name}
        </Link>
      )}
    </>
  );
}

export interface NamedPodLinkProps extends Pick<PodLinkProps, 'clusterName'> {
  /** `namespace/name`. */
  readonly pod: string;
}

/** As {@link PodLink}, for a pod as decisions name it. */
export function NamedPodLink({ clusterName, pod }: NamedPodLinkProps) {
  const slash = pod.indexOf('/');
  return (
    <PodLink
      clusterName={clusterName}
      namespace={pod.slice(0, Math.max(0, slash))}
      name={pod.slice(slash + 1)}
    />
  );
}
