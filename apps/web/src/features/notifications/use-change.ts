import { useRefreshingWrite, type Written } from '../../lib/api/use-refreshing-write.js';
import { notificationsKey } from './notifications.queries.js';

/** A change of notifications; afterwards everything about them is read again. */
export const useChange = <Input, Result extends Written>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) => useRefreshingWrite(change, [notificationsKey], onDone);
