import { ClusterClient } from './cluster-client.js';
import { ownDefinitions } from './manifests.js';
import { exerciseCluster, expect, readProduct, test } from './product.js';

const { context, name: clusterName } = exerciseCluster();
/** Name of the NodePool, EC2NodeClass and Deployment of this test. */
const name = 'searched';

let cluster: ClusterClient;
const definitions = ownDefinitions(name, clusterName);

test.beforeAll(async () => {
  cluster = new ClusterClient(readProduct().kubeconfig, context);
  for (const manifest of definitions) await cluster.create(manifest);
});

test.afterAll(async () => {
  for (const manifest of definitions.toReversed()) await cluster.delete(manifest);
});

/** Fills a node with three pods and keeps one of them, which fits a cheaper node; returns its name. */
async function leaveOneOfThreePods(): Promise<string> {
  await cluster.scale(name, 3);
  await expectPodsRun(3);
  await cluster.scale(name, 1);
  await expectPodsRun(1);
  const [pod] = await cluster.podsOf(name);
  const podName = pod?.metadata?.name;
  if (podName === undefined) throw new TypeError('the Deployment has no pod');
  return podName;
}

async function expectPodsRun(count: number): Promise<void> {
  const phases = async () => (await cluster.podsOf(name)).map(({ status }) => status?.phase);
  await expect.poll(phases, { timeout: 180_000 }).toEqual(Array(count).fill('Running'));
}

test('⌘K leads to a pod, and the pod to the decision that moves it and to its owner', async ({
  page,
}) => {
  const pod = await leaveOneOfThreePods();
  await test.step('a decision to move the pod awaits approval', async () => {
    await page.goto(`/decisions?cluster=${clusterName}&show=waiting`);
    const waiting = page.getByRole('link', { name: /^Consolidate 1 node, moving \d+ pods?$/ });
    await expect(waiting.first()).toBeVisible({ timeout: 180_000 });
  });
  await test.step('the pod is found by its name, without the mouse', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search objects, pages and actions' }).fill(pod);
    await expect(page.getByRole('option', { name: pod })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: pod })).toBeVisible();
    await expect(page.getByRole('link', { name: /^ip-/ })).toBeVisible();
  });
  const address = page.url();
  await test.step('the page of the pod leads to the decision, which leads back', async () => {
    const decisions = page.getByRole('table', { name: 'Decisions, newest first' });
    await decisions
      .getByRole('link', { name: /^Consolidate 1 node/ })
      .first()
      .click();
    await expect(
      page.getByRole('heading', { level: 1, name: /^Consolidate 1 node/ }),
    ).toBeVisible();
    await page.getByRole('link', { name: pod, exact: true }).first().click();
    await expect(page).toHaveURL(address);
  });
  await test.step('the owner has the pod and the decision, too', async () => {
    await page.getByRole('link', { name: `Deployment ${name}` }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByRole('grid').getByRole('link', { name: pod })).toBeVisible();
    const decisions = page.getByRole('table', { name: 'Decisions, newest first' });
    await expect(
      decisions.getByRole('link', { name: /^Consolidate 1 node/ }).first(),
    ).toBeVisible();
  });
});
