/**
 * Writes items in groups, one group at a time; items that arrive during a write form the next
 * group.
 * @returns a function that adds an item; its promise settles as the write of the item's group does
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
      // The next group is written even if this one fails.
      writing = written.catch(() => undefined);
      return written;
    });
    return next;
  };
}
