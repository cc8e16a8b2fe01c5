import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PauseFieldsFragment } from '../../gql/graphql.js';
import { scopeQuery, useClusterScope } from '../../lib/context/cluster-directory.js';
import { Notice } from '../../ui/feedback/notice.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { extentLabels, scopeWords } from './pause-text.js';
import { pausesQuery } from './pauses.queries.js';

const shownPauses = 3;

/** The pauses in force that concern the page: those of its cluster, or all. */
export function PauseBanner({ cluster }: { readonly cluster: string | undefined }) {
  const { data: pauses = [] } = usePausesOf(cluster);
  if (pauses.length === 0) return null;
  const others = pauses.length - shownPauses;
  return (
    <Notice
      tone="attention"
      isAnnounced
      label="Pauses in force"
      action={<Link to="/brakes">Open brakes</Link>}
    >
      {pauses.slice(0, shownPauses).map((pause) => (
        <p key={pause.id}>
          <PauseLine pause={pause} />
        </p>
      ))}
      {others > 0 && <p>and {others} more</p>}
    </Notice>
  );
}

/** The pauses in force of a cluster, or of all. */
export function usePausesOf(cluster: string | undefined) {
  const { enabled, clusterId } = scopeQuery(useClusterScope(cluster));
  return useQuery({ ...pausesQuery(clusterId), enabled });
}

function PauseLine({ pause }: { readonly pause: PauseFieldsFragment }) {
  const { stops, scope, owner, reason, expiresAt } = pause;
  return (
    <>
      <strong>
        {extentLabels[stops]} paused in {scopeWords(scope)}
      </strong>{' '}
      by {owner}: {reason}
      {expiresAt !== null && (
        <>
          {' '}
          (released <RelativeTime at={expiresAt} />)
        </>
      )}
    </>
  );
}
