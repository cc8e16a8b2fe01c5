import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Request, Route } from '@playwright/test';
import { ClusterClient } from './cluster-client.js';
import { ownDefinitions } from './manifests.js';
import { results } from './paths.js';
import { exerciseCluster, expect, readProduct, test } from './product.js';
import { startScenario } from './sandbox-control.js';

const { context, name: approving } = exerciseCluster();
const acting = 'shop-staging-use1';
/** Name of the NodePool, EC2NodeClass and Deployment of these tests. */
const name = 'living';
const waiting = /^Consolidate 1 node, moving \d+ pods?$/;

let cluster: ClusterClient;

test.beforeAll(async () => {
  cluster = new ClusterClient(readProduct().kubeconfig, context);
  for (const manifest of definitions) await cluster.create(manifest);
});

test.afterAll(async () => {
  for (const manifest of definitions.toReversed()) await cluster.delete(manifest);
});

const definitions = ownDefinitions(name, approving);

/** Fills a node with three pods and keeps one of them, which fits a cheaper node. */
async function leaveOneOfThreePods(): Promise<void> {
  await cluster.scale(name, 3);
  await expectPodsRun(3);
  await cluster.scale(name, 1);
}

async function expectPodsRun(count: number): Promise<void> {
  const phases = async () => (await cluster.podsOf(name)).map(({ status }) => status?.phase);
  await expect.poll(phases, { timeout: 180_000 }).toEqual(Array(count).fill('Running'));
}

/** A proposal is validated after 15 s and needs approval afterwards. */
async function openProposal(page: Page): Promise<void> {
  await page.goto(`/decisions?cluster=${approving}&show=waiting`);
  await page.getByRole('link', { name: waiting }).first().click({ timeout: 180_000 });
  await expect(page.getByRole('button', { name: /^Approve: / })).toBeVisible();
}

test('approving an outdated decision is refused with the reason', async ({ page }) => {
  await leaveOneOfThreePods();
  await openProposal(page);
  const tab = await blockReads(page);
  await test.step('the pods are created again, so the decision is superseded', async () => {
    await cluster.scale(name, 3);
    await expectPodsRun(3);
    const fresh = await page.context().newPage();
    await fresh.goto(page.url());
    await expect(
      fresh.getByText(/^The cluster changed before the decision was executed/),
    ).toBeVisible({
      timeout: 180_000,
    });
    await fresh.close();
  });
  await test.step('approving in a tab with old data has no effect', async () => {
    const answer = page.waitForResponse((response) => isApproval(response.request()));
    await page.getByRole('button', { name: /^Approve: / }).click();
    expect(await (await answer).text()).toContain(
      'The cluster has changed, and the decision is no longer valid.',
    );
    await tab.release();
    await expect(
      page.getByText(/^The cluster changed before the decision was executed/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Approve: / })).toHaveCount(0);
    await page.screenshot({ path: join(results, 'stale.png') });
  });
});

test('an underused node is replaced by a cheaper one after approval', async ({ page }) => {
  await leaveOneOfThreePods();
  const [expensive] = await cluster.nodesOf(name);
  const typeBefore = expensive?.metadata?.labels?.['node.kubernetes.io/instance-type'] ?? '?';
  await test.step('the decision shows pods, nodes and savings', async () => {
    await openProposal(page);
    await expect(page.getByText(/^−\$\d+(\.\d+)?\/month$/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Pods to move' })).toContainText(`/${name}-`);
    await expect(page.getByRole('table', { name: 'Nodes to remove' })).toContainText(typeBefore);
    await expect(page.getByText(/^Before: 1 node, \$/)).toBeAttached();
    await expect(page.getByText(/^After: 1 node, \$/)).toBeAttached();
    await page.screenshot({ path: join(results, 'consolidation.png') });
  });
  await test.step('the approved decision is executed', async () => {
    await page.getByRole('button', { name: /^Approve: remove 1 node, / }).click();
    await expect(page.getByRole('listitem').filter({ hasText: /^Completed/ })).toBeVisible({
      timeout: 240_000,
    });
    await expectPodsRun(1);
    const [cheap, ...others] = await cluster.nodesOf(name);
    expect(others).toEqual([]);
    expect(cheap?.metadata?.name).not.toBe(expensive?.metadata?.name);
  });
  await test.step('the savings are part of the costs over time', async () => {
    await page.goto(`/cost?view=history&cluster=${approving}`);
    const saved = page.getByRole('table', { name: 'Savings by kind of decision' });
    await expect(
      saved.getByRole('row', { name: /^Consolidate 1 \$0\.\d+ \$0\.\d+/ }),
    ).toBeVisible();
  });
});

test('the interruptions page shows how nodes of a spot storm are drained and replaced', async ({
  page,
}) => {
  await page.goto(`/interruptions?cluster=${acting}&kind=SPOT_INTERRUPTED`);
  // All Spot nodes are interrupted, so that no other node has room for their pods.
  await startScenario('spot-storm', { cluster: acting, seconds: 60, noticeSeconds: 60 });
  const warning = page.getByRole('row', { name: /Spot interruption/ });
  const notice = page.getByRole('button', { name: /^Show \d+ new$/ });
  await expect(async () => {
    if (await notice.isVisible()) await notice.click();
    await expect(warning.filter({ hasText: /Drained.*to spare/ })).not.toHaveCount(0);
    await expect(warning.filter({ hasText: 'Draining' })).toHaveCount(0);
  }).toPass({ timeout: 240_000 });
  await expect(warning.filter({ hasText: 'Pods lost' })).toHaveCount(0);
  const replaced = warning.filter({ hasText: /to spare.* \(\S+\.\S+\)/ }).first();
  await replaced.click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByText('Replacement planned')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Replaced by' }).getByRole('table')).toBeVisible();
  await page.screenshot({ path: join(results, 'interruptions.png') });
});

test('the costs of one cluster are filtered and exported', async ({ page }) => {
  await page.goto('/cost');
  await page.getByRole('combobox', { name: 'Cluster' }).click();
  await page.getByRole('option', { name: acting }).click();
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Over time').click();
  await page.getByRole('radiogroup', { name: 'Range' }).getByText('6h').click();
  const groups = page.getByRole('table', { name: 'Cost by NodePool' });
  await expect(groups.getByRole('link', { name: 'general' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kerf-cost-by-pool-6h-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head?.split(',')[0]).toBe('Bucket start (UTC)');
  expect(head?.split(',')).toEqual(expect.arrayContaining(['general', 'ci']));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z(,\d*\.?\d*(e-\d+)?)+$/);
});

function isApproval(request: Request): boolean {
  if (!request.url().endsWith('/graphql')) return false;
  const { operationName }: { readonly operationName: string } = request.postDataJSON();
  return operationName === 'ApproveDecision';
}

/** Blocks the responses to reads, so that the tab has old data; an approval is sent. */
async function blockReads(page: Page): Promise<{ release(): Promise<void> }> {
  const blockedReads: Route[] = [];
  let isBlocking = true;
  await page.route('**/graphql', async (route) => {
    if (!isBlocking || isApproval(route.request())) await route.continue();
    else blockedReads.push(route);
  });
  return {
    release: async () => {
      isBlocking = false;
      for (const route of blockedReads) await route.continue();
    },
  };
}
