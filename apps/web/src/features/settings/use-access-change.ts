import { useRefreshingWrite, type Written } from '../../lib/api/use-refreshing-write.js';
import { accessKey } from './access.queries.js';

/** A write to users, roles, teams or sessions; afterwards all of them are read again. */
export const useAccessChange = <Input, Result extends Written>(
  write: (input: Input) => Promise<Result>,
  onDone?: () => void,
) => useRefreshingWrite(write, [accessKey], onDone);
