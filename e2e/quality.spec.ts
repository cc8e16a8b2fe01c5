import type { Page } from '@playwright/test';
import { openPage, pages, waitForData } from './pages.js';
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
  for (const path of pages) {
    test(`${path} does not move while its answers come ${order}`, async ({ page }) => {
      // A decision is opened from a list; only its own page is measured.
      const isDecision = path.includes(':decision');
      if (isDecision) await openPage(page, path);
      await delayAnswers(page, delayMs);
      await observeShifts(page);
      if (isDecision) await page.reload();
      else await openPage(page, path);
      await waitForData(page);
      const shifts = await shiftsOf(page);
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

declare global {
  interface Window {
    shifts?: Shift[];
  }
  /** Chromium's class of entries of type `layout-shift`. */
  var LayoutShift: { new (): LayoutShift; readonly prototype: LayoutShift };
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  }
}

async function delayAnswers(page: Page, delayMs: (request: number) => number): Promise<void> {
  let requests = 0;
  await page.route('**/graphql', async (route) => {
    const delay = delayMs(requests++);
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue();
  });
}

/** Collects the shifts of the documents that the page opens from now on. */
async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const box = ({ x, y, width, height }: DOMRectReadOnly) =>
      `${[x, y].map(Math.round).join(',')} ${[width, height].map(Math.round).join('×')}`;
    const nameOf = (node: Node | null): string => {
      if (node === null) return '(removed)';
      if (!(node instanceof Element)) return `text "${node.textContent?.slice(0, 40) ?? ''}"`;
      const classes = [...node.classList].join('.');
      return `<${node.localName} ${classes}> "${node.textContent.slice(0, 40)}"`;
    };
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof LayoutShift) || entry.hadRecentInput) continue;
        window.shifts?.push({
          value: entry.value,
          elements: entry.sources.map(
            ({ node, previousRect, currentRect }) =>
              `${nameOf(node)} ${box(previousRect)} → ${box(currentRect)}`,
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts so far, after the frames of what has been drawn. */
function shiftsOf(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    if (window.shifts === undefined) throw new TypeError('the shifts were not observed');
    return window.shifts;
  });
}
