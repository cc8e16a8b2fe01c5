import type { Page } from '@playwright/test';
import { readPolicy, savePolicy } from '../approval-policy.js';
import { ClusterClient } from '../cluster-client.js';
import { exerciseManifest, forCluster } from '../manifests.js';
import { callApi } from '../people.js';
import { exerciseCluster, expect, readProduct, test } from '../product.js';

const { context, name: clusterName } = exerciseCluster();
/** Name of the NodePool, EC2NodeClass and Deployment of these tests. */
const name = 'crowded';
const podCount = 3;

const nodePool = (sizes: string) =>
  exerciseManifest('node-pool')
    .replaceAll('name: default', `name: ${name}`)
    .replace('["spot", "on-demand"]', '["on-demand"]')
    .replace('["medium", "large", "xlarge"]', sizes)
    .replace('consolidateAfter: 30s', 'consolidateAfter: 1s\n    budgets: [{ nodes: "100%" }]');

const deployment = (app: string, replicas: number) =>
  exerciseManifest('inflate')
    .replaceAll('inflate', app)
    .replace('replicas: 5', `replicas: ${replicas}`)
    .replace(
      '      containers:',
      `      nodeSelector:\n        karpenter.sh/nodepool: ${name}\n      containers:`,
    );

/** First, a node has room for one pod only. */
const definitions = [
  forCluster(exerciseManifest('node-class'), clusterName).replace('name: default', `name: ${name}`),
  nodePool('["large"]'),
  deployment(name, podCount),
];
/** Then a pod, which stays, gets a node with room for all others. */
const anchor = deployment('anchor', 1)
  .replace('cpu: "1"', 'cpu: "4"')
  .replace(
    '        app: anchor\n    spec:',
    '        app: anchor\n      annotations:\n        karpenter.sh/do-not-disrupt: "true"\n    spec:',
  );

let cluster: ClusterClient;
let earlierPolicy: string | undefined;

test.beforeAll(async () => {
  cluster = new ClusterClient(readProduct().kubeconfig, context);
  for (const manifest of definitions) await cluster.create(manifest);
  await expectPodsRun(name, podCount);
  await cluster.update(nodePool('["large", "2xlarge"]'));
  await cluster.create(anchor);
  await expectPodsRun('anchor', 1);
});

test.afterAll(async () => {
  if (earlierPolicy !== undefined) await savePolicy(earlierPolicy);
  for (const manifest of [...definitions, anchor].toReversed()) await cluster.delete(manifest);
});

test('a reviewer excludes a node, and the rest is planned again', async ({ page }) => {
  await openWaiting(page, /^Consolidate \d+ nodes, moving \d+ pods$/);
  const first = new URL(page.url()).pathname;
  const nodes = page.getByRole('table', { name: 'Nodes to remove' }).getByRole('link');
  const before = await nodes.allTextContents();
  const kept = before[0] ?? '?';
  await test.step('one node is excluded', async () => {
    const keep = page.getByRole('group', { name: 'Keep nodes and plan the rest again' });
    await keep.getByRole('checkbox', { name: kept }).check();
    await keep.getByRole('button', { name: 'Exclude and plan again' }).click();
    await expect(page.getByText(/^Nodes were excluded, so nothing was done/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Approve: / })).toHaveCount(0);
  });
  await test.step('the page leads to the new plan, which is without the node', async () => {
    await page.getByRole('main').getByRole('link', { name: /^dec_/ }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      `Consolidate ${before.length - 1} node`,
    );
    expect((await nodes.allTextContents()).toSorted()).toEqual(
      before.filter((node) => node !== kept).toSorted(),
    );
    await expect(page.getByRole('region', { name: 'Approval' })).toContainText(kept);
  });
  await test.step('the new plan leads to the first one, and its editor must not approve', async () => {
    const approve = page.getByRole('button', { name: /^Approve: / });
    await expect(approve).toBeDisabled();
    await expect(approve).toHaveAccessibleDescription(
      'You changed this plan, so another person has to approve it.',
    );
    const replaces = page.getByRole('region', { name: 'Approval' }).getByRole('link');
    await expect(replaces).toHaveAttribute('href', first);
  });
});

test('an open page shows that its decision is superseded, and what moved', async ({ page }) => {
  await openWaiting(page, /^Consolidate \d+ nodes?, moving \d+ pods?$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const move = page.getByRole('table', { name: 'Pods to move' }).getByRole('row').nth(1);
  const pod = await move.getByRole('rowheader').innerText();
  const node = await move.getByRole('cell').first().innerText();
  await test.step('a pod must not be disrupted any more', () =>
    cluster.annotatePod(pod.split('/').at(-1) ?? '?', { 'karpenter.sh/do-not-disrupt': 'true' }));
  await test.step('the page says what moved, without a reload', async () => {
    await expect(page.getByText(/^The cluster changed before the decision was/)).toBeVisible({
      timeout: 180_000,
    });
    const changes = page.getByRole('list', { name: 'What changed' });
    await expect(changes).toContainText(`${node} stays: `);
    await expect(changes).toContainText('do-not-disrupt');
    await expect(page.getByRole('button', { name: /^Approve: / })).toHaveCount(0);
  });
  await test.step('approving it is refused with the reason', async () => {
    const { status, body } = await callApi('POST', `/api/v1/decisions/${id}/approve`, {
      headers: { 'if-match': '*' },
      body: {},
    });
    expect(status).toBe(412);
    expect(body).toMatchObject({
      detail: 'The cluster has changed, and the decision is no longer valid.',
    });
  });
});

test('a policy is tested on past decisions, then saved', async ({ page }) => {
  const rules = [{ name: 'leave it crowded', match: { nodePools: [name] }, action: 'deny' }];
  const manifest = {
    apiVersion: 'kerf.dev/v1',
    kind: 'ApprovalPolicy',
    spec: { rules },
  };
  await page.goto('/settings/approval-policy');
  const save = page.getByRole('button', { name: 'Save' });
  const versions = page.getByRole('table', { name: /^Versions of the approval policy/ });
  await test.step('a draft is tested before it can be saved', async () => {
    await page.getByRole('textbox', { name: /^Approval policy/ }).fill(JSON.stringify(manifest));
    await expect(save).toBeDisabled();
    await page.getByRole('button', { name: 'Test on past decisions' }).click();
    const counts = page.getByRole('table', { name: 'Past decisions by result' });
    await expect(counts.getByRole('row', { name: /^Denied 0 [1-9]\d*$/ })).toBeVisible();
    await expect(counts.getByRole('row', { name: /^Executed without approval / })).toBeVisible();
    await expect(counts.getByRole('row', { name: /^Asks for approval [1-9]\d* / })).toBeVisible();
    await expect(
      page
        .getByRole('table', { name: /^Tested decisions/ })
        .getByRole('row', { name: /Denied \(was: Asks for approval\) leave it crowded$/ })
        .first(),
    ).toBeVisible();
  });
  await test.step('it is saved as a version of this person', async () => {
    earlierPolicy = (await readPolicy()).body.manifest;
    await page.getByLabel('Comment (recorded in the audit log)').fill('until the sale is over');
    await save.click();
    await expect(page.getByText(/^Saved as version \d+$/)).toBeVisible();
    const row = versions.getByRole('row', { name: /in force$/ });
    await expect(row).toContainText('admin');
    await expect(row).toContainText('until the sale is over');
    await expect(page.getByText('leave it crowded denies')).toBeVisible();
  });
  await test.step('the audit log names the person', async () => {
    await page.goto('/audit');
    await expect(page.getByRole('row', { name: /approval-policy\.save/ }).first()).toContainText(
      'until the sale is over',
    );
  });
});

async function expectPodsRun(app: string, count: number): Promise<void> {
  const phases = async () => (await cluster.podsOf(app)).map(({ status }) => status?.phase);
  await expect.poll(phases, { timeout: 180_000 }).toEqual(Array(count).fill('Running'));
}

/** Opens the consolidation of this NodePool that awaits approval. */
async function openWaiting(page: Page, sentence: RegExp): Promise<void> {
  await page.goto(`/decisions?cluster=${clusterName}&show=waiting`);
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link', { name: sentence })
    .first()
    .click({ timeout: 180_000 });
  await expect(page.getByRole('button', { name: /^Approve: / })).toBeVisible();
}
