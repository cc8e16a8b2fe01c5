import { recorded } from '../testing/recording/recording.js';
import { expect, openPage, test } from './dashboard.js';

const pages = {
  fleet: '/',
  cluster: '/clusters/shop-prod-use1',
  node: `/clusters/shop-prod-use1/nodes/${recorded.managedNode}`,
  pending: '/pending',
  decision: `/decisions/${recorded.emptyDecision}`,
  cost: '/cost',
  'cost-changes': '/cost?view=changes',
  'node-pools': '/node-pools',
  'budgets-week': '/budgets?view=week',
  notifications: '/settings/notifications',
};
const widthsPx = { wide: 1440, narrow: 390 };

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, width] of Object.entries(widthsPx)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });
      for (const [name, path] of Object.entries(pages)) {
        test(`${path} looks as expected`, async ({ page }) => {
          await openPage(page, path);
          await expect(page).toHaveScreenshot(`${colorScheme}-${size}-${name}.png`);
        });
      }
    });
  }
}
