import { setTimeout as delay } from 'node:timers/promises';
import type { DurationMs } from '@kerf/core';

export interface BatcherOptions<Item, Answer> {
  /** How long the first item waits for others. */
  readonly windowMs: DurationMs;
  readonly maxItems: number;
  /** One call for all items; it answers for each of them. */
  readonly run: (items: readonly Item[]) => Promise<(item: Item) => Answer>;
}

/**
 * Joins questions that come at about the same time into one call, since EC2 limits calls and not
 * what they hold. When the call fails, all who asked get its error.
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
      await delay(options.windowMs);
      if (open?.items === items) open = null;
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
