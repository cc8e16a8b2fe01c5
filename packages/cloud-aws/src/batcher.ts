import { setTimeout as delay } from 'node:timers/promises';
import type { DurationMs } from '@kerf/core';

export interface BatcherOptions<Item, Answer> {
  /** Time that the first item waits for more items. */
  readonly windowMs: DurationMs;
  readonly maxItems: number;
  /** Called before each call with the number of its items and how long the batch was open. */
  readonly observe: (size: number, openMs: DurationMs) => void;
  /** Runs one call for all items; the result returns the answer of each item. */
  readonly run: (items: readonly Item[]) => Promise<(item: Item) => Answer>;
}

/**
 * Joins requests that arrive at about the same time into one call, because EC2 limits the number of
 * calls and not their size. If the call fails, every caller gets its error.
 */
export function createBatcher<Item, Answer>(
  options: BatcherOptions<Item, Answer>,
): (item: Item) => Promise<Answer> {
  interface Batch {
    readonly items: Item[];
    readonly answers: Promise<(item: Item) => Answer>;
  }
  let open: Batch | null = null;

  const openBatch = (): Batch => {
    const items: Item[] = [];
    const close = async (): Promise<(item: Item) => Answer> => {
      const openedAt = performance.now();
      await delay(options.windowMs);
      if (open?.items === items) open = null;
      options.observe(items.length, performance.now() - openedAt);
      return options.run([...new Set(items)]);
    };
    return { items, answers: close() };
  };

  return async (item) => {
    const batch = open ?? openBatch();
    batch.items.push(item);
    open = batch.items.length < options.maxItems ? batch : null;
    const answerFor = await batch.answers;
    return answerFor(item);
  };
}
