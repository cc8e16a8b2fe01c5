import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { pagePaths } from './page-paths.js';
import { openPage } from './pages.js';
import { results } from './paths.js';
import { expect, test } from './product.js';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });
    for (const path of pagePaths) {
      test(`${path} has no accessibility violation`, async ({ page }) => {
        await openPage(page, path);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const name = `${path.replaceAll(/\W+/g, '-')}-${colorScheme}.png`;
        await page.screenshot({ path: join(results, 'pages', name) });
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      });
    }
  });
}

test('the label of a link that looks like a button is in its middle', async ({ page }) => {
  await openPage(page, '/');
  const link = page.getByRole('link', { name: 'Register a cluster' });
  const [outer, label] = await Promise.all([
    link.boundingBox(),
    link.getByText('Register a cluster').boundingBox(),
  ]);
  const middle = (box: typeof outer) => (box === null ? Number.NaN : box.y + box.height / 2);
  expect(Math.abs(middle(outer) - middle(label))).toBeLessThan(1);
});

for (const path of ['/', '/clusters/:cluster', '/decisions', '/node-pools', '/budgets']) {
  test(`the table of ${path} shows all its columns at 1440 px`, async ({ page }) => {
    await openPage(page, path);
    const scroller = page.getByRole('grid').first().locator('..');
    expect(await hiddenWidth(scroller)).toBe(0);
  });
}

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 780 } });
  for (const path of pagePaths) {
    test(`${path} does not scroll sideways`, async ({ page }) => {
      await openPage(page, path);
      expect(await hiddenWidth(page.locator('html'))).toBe(0);
    });
  }

  test('the top bar fits data of any age', async ({ page }) => {
    await page.clock.install();
    await openPage(page, '/');
    await page.route('**/graphql', (route) => route.abort());
    const bar = page.getByRole('banner');
    for (const [passed, age] of [
      ['00:12', /Live|\d\d s/],
      ['40:00', /Stale: 4\d min/],
      ['10:50:00', /Stale: 11 h \d\d m/],
    ] as const) {
      await page.clock.fastForward(passed);
      await expect(bar.getByText(age)).toBeVisible();
      expect(await hiddenWidth(page.locator('html'))).toBe(0);
    }
  });
});

/** How much wider the content is than its box, in pixels. */
function hiddenWidth(box: Locator): Promise<number> {
  return box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}
