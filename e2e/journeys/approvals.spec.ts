import type { Page } from '@playwright/test';
import { savePolicy } from '../approval-policy.js';
import { ClusterClient } from '../cluster-client.js';
import { ownDefinitions } from '../manifests.js';
import {
  callApi,
  createPerson,
  deletePerson,
  organization,
  type Person,
  signInAs,
} from '../people.js';
import { exerciseCluster, expect, readProduct, test } from '../product.js';

const { context, name: clusterName } = exerciseCluster();
/** Name of the NodePool, EC2NodeClass and Deployment of these tests. */
const name = 'reviewed';

/** Two approvals for this NodePool; other decisions are left to the modes. */
const policy = {
  apiVersion: 'kerf.dev/v1',
  kind: 'ApprovalPolicy',
  spec: {
    rules: [
      {
        name: 'two people',
        match: { nodePools: [name] },
        action: 'ask',
        approvals: 2,
        from: { roles: ['approver'] },
      },
    ],
  },
};

/** Each pod fills a node of its own, and the budget decides when nodes without pods are removed. */
const definitionsWith = (budget: string): readonly string[] =>
  ownDefinitions(name, clusterName, (pool) =>
    pool
      .replace('["medium", "large", "xlarge"]', '["large"]')
      .replace('WhenEmptyOrUnderutilized', 'WhenEmpty')
      .replace(
        'consolidateAfter: 1s',
        `consolidateAfter: 0s\n    budgets: [{ nodes: "${budget}" }]`,
      ),
  );
const definitions = definitionsWith('0');

let cluster: ClusterClient;
let ada: Person;
let grace: Person;
let joan: Person;
let earlierPolicy: string;

test.beforeAll(async () => {
  cluster = new ClusterClient(readProduct().kubeconfig, context);
  const approver = [{ role: 'approver', scope: organization }];
  ada = await createPerson('ada', approver);
  grace = await createPerson('grace', approver);
  joan = await createPerson('joan', approver);
  earlierPolicy = await savePolicy(JSON.stringify(policy));
  for (const manifest of definitions) await cluster.create(manifest);
});

test.afterAll(async () => {
  for (const manifest of definitions.toReversed()) await cluster.delete(manifest);
  await savePolicy(earlierPolicy);
  for (const person of [ada, grace, joan]) await deletePerson(person);
});

test('a decision that needs two people is executed with the second approval', async ({
  browser,
}) => {
  const before = await leaveEmptyNodes();
  const page = await signInAs(browser, ada);
  const path = await openWaiting(page);
  await test.step('the first approval counts, and the page says what is missing', async () => {
    const panel = page.getByRole('region', { name: 'Approval' });
    await expect(panel).toContainText('0 of 2 given');
    await expect(panel).toContainText('role approver');
    await page.getByRole('button', { name: /^Approve: / }).click();
    await expect(panel).toContainText('1 of 2 given');
    await expect(panel).toContainText('1 approval');
    await expect(panel.getByRole('list', { name: 'Reviews' })).toContainText(
      `${ada.name} approved`,
    );
    await expect(page.getByText(/^Completed/)).toHaveCount(0);
  });
  await test.step('nobody approves twice', async () => {
    await expectRefused(page, 'You have already approved this plan.');
  });
  await test.step('the second person’s approval executes it', async () => {
    const other = await signInAs(browser, grace);
    await other.goto(path);
    await expect(other.getByText('1 of 2 given')).toBeVisible();
    await other.getByRole('button', { name: /^Approve: / }).click();
    await expect(other.getByText('2 of 2 given')).toBeVisible();
    await other.context().close();
    await expectRemoved(page, before);
  });
  await page.context().close();
});

test('nobody approves a plan that they changed', async ({ browser }) => {
  const before = await leaveEmptyNodes();
  const page = await signInAs(browser, joan);
  // Nodes that become empty one after the other may be in several plans; one node cannot be kept.
  await openWaiting(page, /^Remove [2-9] empty nodes$/);
  const path = await test.step('joan keeps a node, and the rest is planned again', async () => {
    const keep = page.getByRole('group', { name: 'Keep nodes and plan the rest again' });
    await keep.getByRole('checkbox').first().check();
    await keep.getByRole('button', { name: 'Exclude and plan again' }).click();
    await expect(page.getByText(/planned again without the excluded nodes/)).toBeVisible();
    return openWaiting(page);
  });
  await test.step('the button is disabled with the reason', async () => {
    await expectRefused(page, 'You changed this plan, so another person has to approve it.');
  });
  await test.step('the API refuses her token, too', async () => {
    const id = path.split('/').at(-1) ?? '';
    const token = await createToken(page);
    const { status, body } = await callApi('POST', `/api/v1/decisions/${id}/approve`, {
      token,
      headers: { 'if-match': '*' },
      body: {},
    });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: 'FORBIDDEN',
      detail: expect.stringContaining('You changed this plan'),
    });
  });
  await test.step('two other people approve it', async () => {
    for (const person of [ada, grace]) {
      const other = await signInAs(browser, person);
      await other.goto(path);
      await other.getByRole('button', { name: /^Approve: / }).click();
      await expect(other.getByText(/^[12] of 2 given$/)).toContainText(
        person === ada ? '1 of 2' : '2 of 2',
      );
      await other.context().close();
    }
    await page.goto(path);
    await expectRemoved(page, before);
  });
  await page.context().close();
});

/** Fills two or more nodes and removes their pods; until then the budget is 0. Returns the number of nodes. */
async function leaveEmptyNodes(): Promise<number> {
  await setBudget('0');
  await cluster.scale(name, 3);
  await expect
    .poll(async () => (await cluster.podsOf(name)).map(({ status }) => status?.phase), {
      timeout: 180_000,
    })
    .toEqual(Array(3).fill('Running'));
  const { length: nodes } = await cluster.nodesOf(name);
  expect(nodes).toBeGreaterThan(1);
  await cluster.scale(name, 0);
  await expect.poll(async () => (await cluster.podsOf(name)).length, { timeout: 180_000 }).toBe(0);
  await setBudget('100%');
  return nodes;
}

async function setBudget(nodes: string): Promise<void> {
  for (const manifest of definitionsWith(nodes)) {
    if (manifest.includes('kind: NodePool')) await cluster.update(manifest);
  }
}

/** Opens the decision about this NodePool that awaits approvals; returns its path. */
async function openWaiting(page: Page, title = /^Remove \d+ empty nodes?$/): Promise<string> {
  await page.goto(`/decisions?cluster=${clusterName}&show=waiting`);
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link', { name: title })
    .first()
    .click({ timeout: 180_000 });
  await expect(page.getByRole('button', { name: /^Approve: / })).toBeVisible();
  return new URL(page.url()).pathname;
}

async function expectRefused(page: Page, reason: string): Promise<void> {
  const button = page.getByRole('button', { name: /^Approve: / });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(reason);
}

/** Expects that the decision of the page is executed, and that it removed the nodes of its title only. */
async function expectRemoved(page: Page, before: number): Promise<void> {
  await expect(page.getByRole('listitem').filter({ hasText: /^Completed/ })).toBeVisible({
    timeout: 240_000,
  });
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  const removed = Number(/^Removed (\d+) empty nodes? /.exec(title)?.[1]);
  await expect
    .poll(async () => (await cluster.nodesOf(name)).length, { timeout: 180_000 })
    .toBe(before - removed);
}

/** Creates a token of the signed-in person on the Settings page; it ends with the person. */
async function createToken(page: Page): Promise<string> {
  await page.goto('/settings/api-access');
  await page.getByRole('textbox', { name: 'Token name' }).fill('script');
  await page.getByRole('combobox', { name: 'Role' }).first().click();
  await page.getByRole('option', { name: 'approver' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  return page.getByText(/^kerf_token_/).innerText();
}
