import type { Page } from '@playwright/test';
import { exerciseCluster, expect } from './product.js';

/** Opens a page and waits until it shows its data. */
export async function openPage(page: Page, path: string): Promise<void> {
  if (path.includes(':decision')) {
    await page.goto('/decisions');
    await page.getByRole('grid').getByRole('link').first().click();
  } else {
    await page.goto(path.replace(':cluster', exerciseCluster().name));
  }
  await waitForData(page);
}

/** Waits until the page that is open shows its data. */
export async function waitForData(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/^Could not (load|read)/)).toHaveCount(0);
}
