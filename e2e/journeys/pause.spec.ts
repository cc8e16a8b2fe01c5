import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ClusterClient } from '../cluster-client.js';
import { kerf } from '../kerf-cli.js';
import { ownDefinitions } from '../manifests.js';
import { results } from '../paths.js';
import { releasePausesOf, removalsBetween } from '../pauses.js';
import { clusterInMode, expect, readProduct, test } from '../product.js';

const { context, name: clusterName } = clusterInMode('auto');
/** Name of the NodePool, EC2NodeClass and Deployment of these tests. */
const name = 'halted';
const place = `NodePool ${name} of ${clusterName}`;

const definitions = ownDefinitions(name, clusterName);

let cluster: ClusterClient;

test.beforeAll(async () => {
  cluster = new ClusterClient(readProduct().kubeconfig, context);
  for (const manifest of definitions) await cluster.create(manifest);
});

test.afterAll(async () => {
  await releasePausesOf(clusterName, name);
  for (const manifest of definitions.toReversed()) await cluster.delete(manifest);
});

test('a pause holds nodes until a person releases it', async ({ page }) => {
  await cluster.scale(name, 2);
  await expectPodsRun(2);
  const nodes = await nodeNames();
  await test.step('it is set from the page of the cluster', async () => {
    await page.goto(`/clusters/${clusterName}`);
    await page.getByRole('button', { name: 'Pause…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause changes' });
    await expect(dialog.getByRole('combobox', { name: 'Cluster' })).toHaveValue(clusterName);
    await choose(page, dialog, 'NodePool', name);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('the sale, see INC-7');
    await choose(page, dialog, 'Release', 'In 1 hour');
    await page.screenshot({ path: join(results, 'pause-form.png') });
    await dialog.getByRole('button', { name: 'Pause disruption', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(banner(page)).toContainText(
      `Disruption paused in ${place} by admin: the sale, see INC-7 (released in `,
    );
  });
  await test.step('its nodes become empty, stay, and say why', async () => {
    await cluster.scale(name, 0);
    await page.goto(`/clusters/${clusterName}/nodes/${nodes[0]}`);
    const blocked = page.getByRole('region', { name: 'Disruption blocked by' });
    await expect(page.getByRole('region', { name: /^\d+ pods?$/ })).not.toContainText(`${name}-`, {
      timeout: 180_000,
    });
    await expect(blocked).toContainText('Disruption is paused by admin: the sale, see INC-7');
    await expect(blocked).toContainText('Release the pause on the page Brakes');
    await page.screenshot({ path: join(results, 'paused-node.png') });
  });
  await test.step('Fleet marks the cluster', async () => {
    await page.goto('/');
    const row = page.getByRole('row', { name: new RegExp(`^${clusterName}`) });
    // The badge is of the most urgent problem; its title names all of them.
    await expect(row.getByTitle(/^Paused × 1: People paused changes/m)).toBeVisible();
  });
  await test.step('a person releases it, and the page says who did', async () => {
    expect(await nodeNames()).toEqual(nodes);
    await page.goto(`/brakes?cluster=${clusterName}`);
    await page
      .getByRole('row', { name: new RegExp(place) })
      .getByRole('button', { name: 'Release' })
      .click();
    const released = page.getByRole('region', { name: 'Released within 30 days' });
    await expect(released.getByRole('row', { name: new RegExp(place) })).toContainText(
      'Released by admin',
    );
    await expect(banner(page)).toHaveCount(0);
  });
  await test.step('the nodes are removed, by decisions after the release only', async () => {
    await expect.poll(nodeNames, { timeout: 180_000 }).toEqual([]);
    const { whilePaused, after } = await removalsBetween(clusterName, name);
    expect(whilePaused).toEqual([]);
    expect(after.length).toBeGreaterThan(0);
  });
  await test.step('the audit log has both entries with their person', async () => {
    await page.goto('/audit');
    for (const action of ['pause.set', 'pause.release']) {
      const entry = page.getByRole('row', { name: new RegExp(action.replace('.', '\\.')) }).first();
      await expect(entry).toContainText('admin');
      await expect(entry).toContainText(name);
    }
  });
});

test('a pause of the command line appears on an open page, and is released there', async ({
  page,
}) => {
  await page.goto('/decisions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  const scope = ['--cluster', clusterName, '--pool', name];
  await kerf([
    'pause',
    ...scope,
    '--stops',
    'launches',
    '--for',
    '2h',
    '--reason',
    'from a script',
  ]);
  await expect(banner(page)).toContainText(
    `Disruption and launches paused in ${place} by npm start: from a script`,
  );
  await kerf(['resume', ...scope]);
  await expect(banner(page)).toHaveCount(0);
});

const banner = (page: Page): Locator => page.getByRole('status', { name: 'Pauses in force' });

const nodeNames = async (): Promise<readonly string[]> =>
  (await cluster.nodesOf(name)).map(({ metadata }) => metadata?.name ?? '').toSorted();

async function expectPodsRun(count: number): Promise<void> {
  const phases = async () => (await cluster.podsOf(name)).map(({ status }) => status?.phase);
  await expect.poll(phases, { timeout: 180_000 }).toEqual(Array(count).fill('Running'));
}

async function choose(page: Page, form: Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
