import { useRefreshingWrite, type Written } from '../../../lib/api/use-refreshing-write.js';
import { toast } from '../../../ui/feedback/toast.js';

/** Reads the decision again after a write; toasts if it was applied. */
export const useWrite = <Input, Result extends Written>(
  write: (input: Input) => Promise<Result>,
  done: string,
) => useRefreshingWrite(write, [['decision'], ['decisions']], () => toast(done));
