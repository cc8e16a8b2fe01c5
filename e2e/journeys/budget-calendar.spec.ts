import { ClusterClient } from '../cluster-client.js';
import { ownDefinitions } from '../manifests.js';
import { exerciseCluster, expect, readProduct, test } from '../product.js';

const { context, name: clusterName } = exerciseCluster();
/** Name of the NodePool and EC2NodeClass of this test. */
const name = 'calendar';

/** Blocked in the first twelve hours of each day, in UTC. */
const definitions = ownDefinitions(name, clusterName, (pool) =>
  pool.replace(
    'consolidateAfter: 1s',
    'consolidateAfter: 1s\n    budgets:\n      - nodes: 10%\n      - nodes: "0"\n        schedule: 0 0 * * *\n        duration: 12h',
  ),
).slice(0, 2);

let cluster: ClusterClient;

test.beforeAll(async () => {
  cluster = new ClusterClient(readProduct().kubeconfig, context);
  for (const manifest of definitions) await cluster.create(manifest);
});

test.afterAll(async () => {
  for (const manifest of definitions.toReversed()) await cluster.delete(manifest);
});

test('an interval of the calendar leads to its budget in the editor', async ({ page }) => {
  await test.step('the week of the NodePool is blocked once a day', async () => {
    await page.goto(`/budgets?cluster=${clusterName}&q=${name}`);
    await page.getByText('Week', { exact: true }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row.getByRole('img', { name: /^Blocked Mon/ })).toBeVisible();
    await row.click();
  });
  const panel = page.getByRole('complementary', { name: `NodePool ${name}` });
  await test.step('the panel has all intervals in words', async () => {
    await expect(panel.getByRole('cell', { name: 'Blocked' })).not.toHaveCount(0);
    await expect(panel).toContainText('Budget 2: 0 nodes, daily from 00:00 UTC for 12h');
  });
  await test.step('the link of an interval opens the field of its budget', async () => {
    await panel.getByRole('link', { name: 'Edit budget 2' }).first().click();
    await expect(page.getByText('spec.disruption.budgets[1]', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Line \d+:/)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`edit=NodePool%2F${name}`));
  });
});
