import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { results } from './paths.js';
import { clusterInMode, expect, test } from './product.js';
import { startScenario } from './sandbox-control.js';

const { name: broken } = clusterInMode('observe');

/** The rows of clusters, without the head. */
const rows = (page: Page): Locator =>
  page
    .getByRole('grid', { name: 'Clusters' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

test('the look at the fleet in the morning finds the broken cluster first, and its cause', async ({
  page,
}) => {
  await page.goto('/');
  await expect(rows(page)).not.toHaveCount(0);
  await test.step('a cluster that breaks moves to the first place', async () => {
    await startScenario('token-refused', { cluster: broken, seconds: 60 });
    await expect(rows(page).first()).toContainText(broken, { timeout: 180_000 });
    await expect(rows(page).first()).toContainText('Unreachable');
    await page.screenshot({ path: join(results, 'fleet-broken.png') });
  });
  await test.step('its reason leads to the cause', async () => {
    await rows(page).filter({ hasText: broken }).getByRole('link', { name: 'Unreachable' }).click();
    await expect(page).toHaveURL(new RegExp(`/clusters/${broken}\\?tab=settings`));
    await expect(page.getByRole('alert').filter({ hasText: 'Unreachable' })).toContainText('401');
    await page.screenshot({ path: join(results, 'fleet-cause.png') });
  });
  await test.step('it is healthy again when its API server accepts the token', async () => {
    await page.goto('/');
    await expect(rows(page).filter({ hasText: broken })).not.toContainText('Unreachable', {
      timeout: 240_000,
    });
  });
  await test.step('spend, nodes and pending pods say how they changed', async () => {
    const trends = page.getByRole('img', { name: /^(Spend|Nodes|Pending pods) since / });
    // The history of a new installation begins a minute after its clusters are connected.
    await expect(trends).toHaveCount(3, { timeout: 240_000 });
    await page.screenshot({ path: join(results, 'fleet.png') });
  });
});
