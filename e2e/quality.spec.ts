import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pagePaths } from './page-paths.js';
import { openPage, waitForData } from './pages.js';
import { expect, test } from './product.js';

/** The most that a page may move while it loads (cumulative layout shift; 0.1 is "good"). */
const mostShift = 0.05;
/**
 * How long the answers of the API take, by the number of the request: on a slow network, each page is
 * drawn without its data first, and its parts get theirs in any order.
 */
const delaysMs = {
  'as soon as they are ready': () => 0,
  'the last one first': (request: number) => Math.max(300, 1200 - 100 * request),
};

for (const [order, delayMs] of Object.entries(delaysMs)) {
  for (const path of pagePaths) {
    test(`${path} does not move while its answers come ${order}`, async ({ page }) => {
      // A decision is opened from a list; only its own page is measured.
      const isDecision = path.includes(':decision');
      if (isDecision) await openPage(page, path);
      await delayAnswers(page, delayMs);
      await page.addInitScript({ path: join(import.meta.dirname, 'observe-shifts.js') });
      if (isDecision) await page.reload();
      else await openPage(page, path);
      await waitForData(page);
      const shifts = await page.evaluate<readonly Shift[]>('layoutShifts()');
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      const moved = shifts.map(
        ({ value, elements }) => `${value.toFixed(3)}: ${elements.join('; ')}`,
      );
      expect(total, `${path} moved:\n${moved.join('\n')}`).toBeLessThanOrEqual(mostShift);
    });
  }
}

interface Shift {
  readonly value: number;
  /** The elements that moved, with their boxes before and after. */
  readonly elements: readonly string[];
}

async function delayAnswers(page: Page, delayMs: (request: number) => number): Promise<void> {
  let requests = 0;
  await page.route('**/graphql', async (route) => {
    const delay = delayMs(requests++);
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue();
  });
}
