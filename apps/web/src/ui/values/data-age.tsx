import { usePreferences } from '../../lib/browser/preferences.js';
import { formatAge, formatInstant } from '../../lib/format/time.js';
import { useLiveStatus } from '../../lib/live/live-connection.js';
import { Icon } from '../controls/icon.js';
import classes from './data-age.module.css';
import { useNow } from './relative-time.js';

/** Two missed refetches: older data is shown as stale. */
const staleAfterMs = 35_000;

export interface AsOfProps {
  /** RFC 3339; absent while nothing is loaded. */
  readonly at: string | undefined;
}

/** The age of the page's data and whether it updates live; a warning when it is stale. */
export function AsOf({ at }: AsOfProps) {
  const { state, since } = useLiveStatus();
  const { timeZone } = usePreferences();
  const ms = at === undefined ? undefined : Date.parse(at);
  const age = useNow((now) => (ms === undefined ? '' : formatAge(now - ms)));
  const isStale = useNow((now) => ms !== undefined && now - ms > staleAfterMs);
  const lostFor = useNow((now) => (state === 'lost' ? formatAge(now - since) : ''));
  if (ms === undefined)
    return <span className={`${classes['asOf']} ${classes['fresh']}`}>Loading</span>;
  const title = `Data as of ${formatInstant(ms, timeZone)}`;
  if (isStale) {
    return (
      <output className={`${classes['asOf']} ${classes['stale']}`} title={title}>
        <Icon name="alert" />
        <span>
          Stale<span className={classes['long']}>:</span> {age}
          <span className={classes['long']}> old</span>
        </span>
      </output>
    );
  }
  if (state === 'lost') {
    return (
      <output className={`${classes['asOf']} ${classes['delayed']}`} title={title}>
        <Icon name="clock" />
        <span>
          Not live<span className={classes['long']}> for {lostFor}, data</span> {age}
          <span className={classes['long']}> old</span>
        </span>
      </output>
    );
  }
  return (
    <span className={`${classes['asOf']} ${classes['fresh']}`} title={title}>
      <Icon name="live" />
      <span>
        <span className={classes['long']}>{state === 'live' ? 'Live, ' : ''}</span>
        {age}
        <span className={classes['long']}> old</span>
      </span>
    </span>
  );
}
