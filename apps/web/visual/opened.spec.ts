import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { pagePaths } from '../../../e2e/page-paths.js';
import { recorded } from '../testing/recording/recording.js';
import { expect, openPage, test } from './dashboard.js';

const paths = [
  ...pagePaths
    .filter((path) => path !== '/')
    .map((path) =>
      path.replace(':cluster', 'shop-prod-use1').replace(':decision', recorded.emptyDecision),
    ),
  `/clusters/shop-prod-use1/nodes/${recorded.managedNode}`,
  `/node-claims/${recorded.failedClaim}`,
  '/cost?view=changes',
];

const panels = [
  `/clusters/shop-prod-use1?node=${recorded.managedNode}`,
  `/clusters/shop-prod-use1?tab=claims&open=${recorded.managedClaim}`,
  `/interruptions?open=${recorded.lostPodsInterruption}`,
  '/node-pools?open=shop-prod-use1%2Fgeneral',
  '/node-classes?open=shop-prod-use1%2Fdefault',
  `/audit?entry=${recorded.updatedPoolEntry}`,
];

/** Menus, lists of choices, and the dialogs of buttons whose text ends with dots. */
const openers = '[aria-haspopup]:visible, button:visible:text-matches("…$")';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 1440, height: 900 } });
    /** Names of what was opened: many pages have the same filters and menus of tables, and rows the same buttons. */
    const seen = new Set<string>();

    test('everything that opens on / is accessible', async ({ page }) => {
      expect(await violationsOfOpened(page, '/', page.locator(openers), seen)).toEqual([]);
    });

    for (const path of paths) {
      test(`everything that opens on ${path} is accessible`, async ({ page }) => {
        const inMain = page.getByRole('main').locator(openers);
        expect(await violationsOfOpened(page, path, inMain, seen)).toEqual([]);
      });
    }

    for (const path of panels) {
      test(`the panel of ${path} is accessible`, async ({ page }) => {
        await openPage(page, path);
        await expect(page.getByRole('complementary')).toBeVisible();
        expect(await violations(page, 'the panel')).toEqual([]);
      });
    }
  });
}

/** Opens each that was not seen, on a new page. @returns what axe finds, by what was opened */
async function violationsOfOpened(page: Page, path: string, all: Locator, seen: Set<string>) {
  await openPage(page, path);
  const names = await all.evaluateAll((elements) =>
    elements.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''),
  );
  const found: string[] = [];
  for (const [index, name] of names.entries()) {
    const opener = all.nth(index);
    if (seen.has(name) || (await opener.isDisabled())) continue;
    seen.add(name);
    await opener.click();
    found.push(...(await violations(page, name)));
    await openPage(page, path);
  }
  return found;
}

/** In the dark theme only colors differ, and axe looks at nothing else. */
async function violations(page: Page, opened: string): Promise<readonly string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const axe = new AxeBuilder({ page });
  if (isDark) axe.withRules('color-contrast');
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${opened}: ${id}: ${html}`));
}
