import { usePreferences } from '../../lib/browser/preferences.js';
import { formatAge, formatInstant } from '../../lib/format/time.js';
import { useLiveStatus } from '../../lib/live/live-connection.js';
import { Icon } from '../controls/icon.js';
import classes from './data-age.module.css';
import { useNow } from './relative-time.js';

/**
 * Older data is shown as stale. Workers act on data of the last 30 s, record every 10 s up to when it
 * is known, and the page may refetch it 5 s later.
 */
const staleAfterMs = 45_000;

export interface DataAgeProps {
  /** RFC 3339; absent while nothing is loaded. */
  readonly at: string | undefined;
}

/** The age of the page's data and whether it updates live; a warning when it is stale. */
export function DataAge({ at }: DataAgeProps) {
  const { state, since } = useLiveStatus();
  const { timeZone } = usePreferences();
  const ms = at === undefined ? undefined : Date.parse(at);
  const age = useNow((now) => (ms === undefined ? '' : formatAge(now - ms)));
  const isStale = useNow((now) => ms !== undefined && now - ms > staleAfterMs);
  const disconnectedFor = useNow((now) => (state === 'lost' ? formatAge(now - since) : ''));
  if (ms === undefined)
    return <span className={`${classes['age']} ${classes['fresh']}`}>Loading</span>;
  const title = `Data as of ${formatInstant(ms, timeZone)}`;
  if (isStale) {
    return (
      <output className={`${classes['age']} ${classes['stale']}`} title={title}>
        <Icon name="alert" />
        <span>
          <span className={classes['word']}>Stale</span>
          <span className={classes['wideOnly']}>:</span> {age}
          <span className={classes['wideOnly']}> old</span>
        </span>
      </output>
    );
  }
  if (state === 'lost') {
    return (
      <output className={`${classes['age']} ${classes['delayed']}`} title={title}>
        <Icon name="clock" />
        <span>
          <span className={classes['word']}>Not live</span>
          <span className={classes['wideOnly']}> for {disconnectedFor}, data</span> {age}
          <span className={classes['wideOnly']}> old</span>
        </span>
      </output>
    );
  }
  return (
    <span className={`${classes['age']} ${classes['fresh']}`} title={title}>
      <Icon name="live" />
      <span>
        {state === 'live' ? (
          // A worker watches: data of a quiet cluster is not newer, and not wrong.
          'Live'
        ) : (
          <>
            {age}
            <span className={classes['wideOnly']}> old</span>
          </>
        )}
      </span>
    </span>
  );
}
