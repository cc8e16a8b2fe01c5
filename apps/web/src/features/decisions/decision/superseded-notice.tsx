import { Link } from '@tanstack/react-router';
import { Notice } from '../../../ui/feedback/notice.js';
import type { DecisionDetails } from '../decisions.queries.js';
import classes from './decision-page.module.css';
import { toTimeline } from './timeline.js';

export interface SupersededNoticeProps {
  readonly events: DecisionDetails['events'];
  /** The message if no other decision replaces this one. */
  readonly message: string;
}

/** Why a decision no longer applies: what moved since it was shown, or the plan that replaces it. */
export function SupersededNotice({ events, message }: SupersededNoticeProps) {
  const entry = toTimeline(events.filter(({ kind }) => kind === 'Superseded')).at(-1);
  if (entry?.successor !== undefined) {
    return (
      <Notice tone="neutral" isAnnounced>
        Nodes were excluded, so nothing was done. Kerf planned the rest again:{' '}
        <Link to="/decisions/$id" params={{ id: entry.successor }}>
          {entry.successor}
        </Link>
      </Notice>
    );
  }
  return (
    <Notice tone="neutral" isAnnounced>
      <p>{message}</p>
      {entry !== undefined && entry.details.length > 0 && (
        <ul className={classes['reviews']} aria-label="What changed">
          {entry.details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
