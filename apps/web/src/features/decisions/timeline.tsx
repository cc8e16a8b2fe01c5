import { RelativeTime } from '../../ui/relative-time.js';
import classes from './decision-page.module.css';
import type { DecisionDetails } from './to-before-after.js';
import { toTimeline } from './to-timeline.js';

/** The history of a decision, oldest first. */
export function Timeline({ events }: { readonly events: DecisionDetails['events'] }) {
  return (
    <ol className={classes['timeline']}>
      {toTimeline(events).map((entry) => (
        <li key={entry.number} className={classes['event']}>
          <strong>{entry.title}</strong>
          {entry.actor !== undefined && <> by {entry.actor}</>}{' '}
          <span className="dimmed">
            <RelativeTime at={entry.at} />
          </span>
          {entry.details.map((line) => (
            <div key={line} className="dimmed">
              {line}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
