import { join } from 'node:path';
import type { V1Node } from '@kubernetes/client-node';
import type { Locator, Page } from '@playwright/test';
import type { ClusterClient } from './cluster-client.js';
import { results } from './paths.js';
import { expect, test } from './product.js';

/** The steps of the exercise that differ between its variants. */
export interface Exercise {
  readonly clusterName: string;
  readonly cluster: ClusterClient;
  /** Creates the NodePool and EC2NodeClass `default` in the cluster. */
  readonly define: () => Promise<void>;
  readonly deploy: () => Promise<void>;
  readonly scaleToZero: () => Promise<void>;
  /** Approves the removal of one node; in the dashboard, as admin, if absent. */
  readonly approval?: { readonly by: string; readonly approveRemoval: () => Promise<void> };
}

/** Runs the exercise: from pending pods to nodes, and back to the cost before. */
export async function completeExercise(page: Page, exercise: Exercise): Promise<void> {
  const { cluster, clusterName } = exercise;
  const costBefore = await readHourlyCost(page, clusterName);
  await test.step('nodes are launched for five pods', async () => {
    await exercise.define();
    await exercise.deploy();
    await expectPodsRun(cluster, 5);
    await expect
      .poll(async () => (await cluster.nodeClaims()).filter(({ isReady }) => !isReady))
      .toEqual([]);
  });
  const node = await test.step('the nodes have the labels of their pods', () => firstNode(cluster));
  await test.step('the dashboard shows a node with its price', async () => {
    const row = await openNodeRow(page, clusterName, node);
    const { labels = {} } = node.metadata ?? {};
    await expect(row).toContainText(labels['node.kubernetes.io/instance-type'] ?? '?');
    await expect(row).toContainText(labels['topology.kubernetes.io/zone'] ?? '?');
    await expect(row.getByRole('gridcell', { name: /^\$0\.\d+$/ })).toBeVisible();
    await expectHourlyCost(page, (cost) => cost > costBefore);
  });
  await test.step('after scaling to zero, each removal is approved', async () => {
    await exercise.scaleToZero();
    const nodes = await cluster.nodesOf('default');
    // The budget of the NodePool allows one removal at a time.
    for (let left = nodes.length; left > 0; left -= 1) {
      await (exercise.approval?.approveRemoval() ?? approveRemoval(page, clusterName));
      await expect
        .poll(async () => (await cluster.nodesOf('default')).length, { timeout: 180_000 })
        .toBe(left - 1);
    }
  });
  await test.step('the nodes are removed, and the cost decreases', async () => {
    await expect.poll(() => cluster.nodeClaims()).toEqual([]);
    await page.goto(`/clusters/${clusterName}`);
    await expectHourlyCost(page, (cost) => cost <= costBefore);
    await expect(page.getByRole('row', { name: node.metadata?.name ?? '' })).toHaveCount(0);
  });
  await test.step('the history lists all decisions', () =>
    expectHistory(page, clusterName, exercise.approval?.by ?? 'admin'));
}

async function expectPodsRun(cluster: ClusterClient, count: number): Promise<void> {
  const running = async () =>
    (await cluster.podsOf('inflate')).filter(({ status }) => status?.phase === 'Running').length;
  await expect.poll(running, { timeout: 180_000 }).toBe(count);
}

async function firstNode(cluster: ClusterClient): Promise<V1Node> {
  const nodes = await cluster.nodesOf('default');
  for (const { metadata } of nodes) {
    expect(metadata?.labels).toMatchObject({
      'karpenter.sh/nodepool': 'default',
      'karpenter.sh/registered': 'true',
      'karpenter.sh/initialized': 'true',
      'karpenter.sh/capacity-type': expect.stringMatching(/^(spot|on-demand)$/),
      'karpenter.k8s.aws/instance-category': expect.stringMatching(/^[cm]$/),
      'kubernetes.io/arch': 'amd64',
      'topology.kubernetes.io/zone': expect.stringMatching(/^us-east-1[a-f]$/),
    });
  }
  const [node] = nodes;
  if (node === undefined) throw new TypeError('there is no node of the pool');
  return node;
}

async function openNodeRow(page: Page, clusterName: string, node: V1Node) {
  await page.goto(`/clusters/${clusterName}`);
  const name = node.metadata?.name ?? '';
  await page.getByRole('searchbox', { name: 'Filter by name or type' }).fill(name);
  const row = page.getByRole('row', { name });
  await expect(row).toContainText('default');
  await page.screenshot({ path: join(results, 'cluster.png') });
  return row;
}

async function approveRemoval(page: Page, clusterName: string): Promise<void> {
  await page.goto(`/decisions?cluster=${clusterName}&show=waiting`);
  // consolidateAfter is 30 s, and a proposal is validated after 15 s.
  await page.getByRole('link', { name: 'Remove 1 empty node' }).first().click({ timeout: 180_000 });
  await expect(
    page.getByRole('heading', { name: `Remove 1 empty node in ${clusterName}` }),
  ).toBeVisible();
  await page.getByLabel('Comment (recorded in history)').fill('the exercise is over');
  await page.screenshot({ path: join(results, 'decision.png') });
  await page
    .getByRole('button', { name: /^Approve: remove 1 node, move no pods, save \$/ })
    .click();
  await expect(page.getByRole('listitem').filter({ hasText: /^Completed/ })).toBeVisible({
    timeout: 180_000,
  });
}

async function expectHistory(page: Page, clusterName: string, approver: string): Promise<void> {
  await page.goto(`/decisions?cluster=${clusterName}`);
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText(
    new RegExp(`Completed.*Removed 1 empty node.*${approver}`),
  );
  await expect(
    rows.filter({ hasText: /Completed.*Launched \d+ nodes? for 5 pods/ }).first(),
  ).toBeVisible();
  await page.goto(`/audit?cluster=${clusterName}`);
  await expect(page.getByRole('row', { name: /decision\.approve/ }).first()).toContainText(
    'the exercise is over',
  );
}

async function readHourlyCost(page: Page, clusterName: string): Promise<number> {
  await page.goto(`/clusters/${clusterName}`);
  // Prices are loaded shortly after the start.
  await expect(hourlyCost(page)).not.toContainText('unknown price');
  return shownHourlyCost(page);
}

/** Waits until the shown cost is as expected; the page updates itself. */
async function expectHourlyCost(page: Page, isExpected: (cost: number) => boolean): Promise<void> {
  await expect
    .poll(async () => isExpected(await shownHourlyCost(page)), { timeout: 180_000 })
    .toBe(true);
}

async function shownHourlyCost(page: Page): Promise<number> {
  const text = await hourlyCost(page).textContent();
  return Number(/\$([\d,.]+)\/h/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
}

const hourlyCost = (page: Page): Locator =>
  page.getByRole('main').getByRole('link', { name: /\/month/ });
