import { useClusterDirectory } from '../../../lib/context/cluster-directory.js';
import { connectionBadges } from '../../../ui/badges/state-badges.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { OperationFailures } from '../../../ui/feedback/operation-failures.js';
import { RelativeTime, useNow } from '../../../ui/values/relative-time.js';
import type { DecisionDetails } from '../decisions.queries.js';
import { type Progress, toProgress } from '../progress-text.js';

/** Execution starts sooner in a healthy installation. */
const slowAfterMs = 10_000;

/** The progress of a decision that has not ended, and what blocks it. */
export function DecisionProgress({ decision }: { readonly decision: DecisionDetails }) {
  const progress = toProgress(decision);
  if (progress === undefined) return null;
  const { waitingFor = [], failures = [] } = decision.progress ?? {};
  return (
    <>
      <Notice tone="active" isAnnounced>
        {progress.text}{' '}
        <span className="dimmed">
          For <RelativeTime at={progress.since} form="age" />.
        </span>
        {failures.length === 0 && <SlowStart decision={decision} progress={progress} />}
      </Notice>
      {waitingFor.length > 0 && (
        <Notice tone="attention">
          Blocked by:
          <ul>
            {waitingFor.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </Notice>
      )}
      <OperationFailures failures={failures} />
    </>
  );
}

interface SlowStartProps {
  readonly decision: DecisionDetails;
  readonly progress: Progress;
}

function SlowStart({ decision, progress }: SlowStartProps) {
  const since = Date.parse(progress.since);
  const isSlow = useNow((now) => now - since > slowAfterMs);
  const cluster = useClusterDirectory()?.find(({ id }) => id === decision.clusterId);
  if (decision.state !== 'APPROVED' || !isSlow) return null;
  if (cluster !== undefined && cluster.connection.state !== 'CONNECTED') {
    const { label } = connectionBadges[cluster.connection.state];
    return (
      <div>
        The cluster is {label.toLowerCase()}: nothing is executed until it is connected again.
      </div>
    );
  }
  return (
    <div>
      This usually takes a few seconds. No worker has started it yet: check that a worker is running
      and not overloaded.
    </div>
  );
}
