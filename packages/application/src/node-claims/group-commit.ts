/**
 * Writes one group at a time: what comes while one is being written is written together after it.
 * @returns hands over an item; resolves when it is written, rejects as the write of its group did
 */
export function groupCommit<T>(
  write: (group: readonly T[]) => Promise<void>,
): (item: T) => Promise<void> {
  let waiting: T[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  return (item) => {
    waiting.push(item);
    next ??= writing.then(() => {
      const group = waiting;
      waiting = [];
      next = null;
      const written = write(group);
      // The next group does not ask how this one fared.
      writing = written.catch(() => undefined);
      return written;
    });
    return next;
  };
}
