import { exerciseCluster, expect, test } from './product.js';

const path = process.env['KERF_PICTURE'];

test('the picture of the README', async ({ page }) => {
  test.skip(path === undefined, 'set KERF_PICTURE to the file to write');
  const { name } = exerciseCluster();
  await page.goto(`/clusters/${name}`);
  await expect(page.getByText('Healthy')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ready/ }).nth(20)).toBeVisible();
  if (path !== undefined) await page.screenshot({ path });
});
