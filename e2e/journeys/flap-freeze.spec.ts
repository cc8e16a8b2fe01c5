import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ClusterClient } from '../cluster-client.js';
import { ownDefinitions } from '../manifests.js';
import { results } from '../paths.js';
import { pausesOf, releasePausesOf, removalsBetween } from '../pauses.js';
import { clusterInMode, expect, readProduct, test } from '../product.js';

const { context, name: clusterName } = clusterInMode('auto');
/** Name of the NodePool, EC2NodeClass and Deployment of this test. */
const name = 'flapping';
const place = `NodePool ${name} of ${clusterName}`;
/** A Deployment whose pod needs a node of size xlarge; that of `name` fits on a large one. */
const large = `${name}-large`;

/** One zone and one family of instance types, so that equal load gets a node of the same shape. */
const shape = [
  '- key: topology.kubernetes.io/zone',
  '  operator: In',
  '  values: ["us-east-1a"]',
  '- key: karpenter.k8s.aws/instance-family',
  '  operator: In',
  '  values: ["m5"]',
]
  .map((line) => `        ${line}\n`)
  .join('');
const [nodeClass = '', pool = '', small = ''] = ownDefinitions(name, clusterName, (manifest) =>
  manifest.replace('      requirements:\n', `      requirements:\n${shape}`),
);
const definitions = [
  nodeClass,
  pool,
  small.replace('cpu: "1"', 'cpu: 500m'),
  small
    .replace('cpu: "1"', 'cpu: 2500m')
    .replaceAll(`app: ${name}`, `app: ${large}`)
    .replace(`name: ${name}\n`, `name: ${large}\n`),
];

/** More than the threshold of two: a round in which the node was not replaced repeats nothing. */
const maxRounds = 5;

let cluster: ClusterClient;

test.beforeAll(async () => {
  cluster = new ClusterClient(readProduct().kubeconfig, context);
  for (const manifest of definitions) await cluster.create(manifest);
});

test.afterAll(async () => {
  await releasePausesOf(clusterName, name);
  for (const manifest of definitions.toReversed()) await cluster.delete(manifest);
});

test('consolidation that goes round in circles is frozen until a person releases it', async ({
  page,
}) => {
  test.setTimeout(900_000);
  const brake = page
    .getByRole('region', { name: 'Pauses and brakes in force' })
    .getByRole('row', { name: new RegExp(place) });
  const earlier = await test.step('a person lowers the threshold', () => setRepeats(page, '2'));
  await test.step('the same shape is launched and replaced until Kerf freezes it', async () => {
    let rounds = 0;
    while (!(await isFrozen())) {
      expect(++rounds).toBeLessThanOrEqual(maxRounds);
      await launchAndReplace();
    }
  });
  await test.step('Fleet marks the cluster', async () => {
    await page.goto('/');
    const row = page.getByRole('row', { name: new RegExp(`^${clusterName}`) });
    await expect(row.getByTitle(/^Brake engaged × 1: /m)).toBeVisible();
  });
  await test.step('the incident shows the cycle with its times and decisions', async () => {
    await page.goto(`/brakes?cluster=${clusterName}`);
    await expect(brake).toContainText('Flap detector');
    await expect(brake).toContainText(/ [2-5] times in a row by consolidation/);
    await brake.getByText(/^[2-5], threshold 2/).click();
    await page.screenshot({ path: join(results, 'flap-freeze.png') });
    await expectSteps(brake);
  });
  const held = await test.step('an empty node stays, and says why', async () => {
    await scaleAndWait(large, 1);
    const node = await nodeOf(large);
    await cluster.scale(large, 0);
    await page.goto(`/clusters/${clusterName}/nodes/${node}`);
    const blocked = page.getByRole('region', { name: 'Disruption blocked by' });
    await expect(blocked).toContainText('Consolidation is paused by kerf: ', { timeout: 180_000 });
    await expect(blocked).toContainText('Release the pause on the page Brakes');
    await page.screenshot({ path: join(results, 'flap-held-node.png') });
    return node;
  });
  await test.step('a person releases it, and the node is removed only then', async () => {
    expect(await nodeNames()).toContain(held);
    await page.goto(`/brakes?cluster=${clusterName}`);
    await brake.getByRole('button', { name: 'Release' }).click();
    const released = page.getByRole('region', { name: 'Released within 30 days' });
    await expect(released.getByRole('row', { name: new RegExp(place) })).toContainText(
      'Released by admin',
    );
    await expect.poll(nodeNames, { timeout: 240_000 }).not.toContain(held);
    const { whilePaused, after } = await removalsBetween(clusterName, name);
    expect(whilePaused).toEqual([]);
    expect(after.length).toBeGreaterThan(0);
  });
  await test.step('the audit log says who froze and who released', async () => {
    await expectAudited(page, 'brake.engage', /kerf/i);
    await expectAudited(page, 'brake.release', /admin/);
  });
  await test.step('the threshold is restored', () => setRepeats(page, earlier));
});

/** Leaves a small pod on a large node, waits until the node is replaced, and removes the load. */
async function launchAndReplace(): Promise<void> {
  await scaleAndWait(large, 1);
  await scaleAndWait(name, 1);
  const first = await nodeOf(name);
  expect(first).toBe(await nodeOf(large));
  await cluster.scale(large, 0);
  const isReplaced = async () => !(await nodeNames()).includes(first);
  await expect
    .poll(async () => (await isReplaced()) || (await isFrozen()), { timeout: 240_000 })
    .toBe(true);
  await scaleAndWait(name, 0);
  const isEmpty = async () => (await nodeNames()).length === 0;
  await expect
    .poll(async () => (await isEmpty()) || (await isFrozen()), { timeout: 240_000 })
    .toBe(true);
}

const isFrozen = async (): Promise<boolean> =>
  (await pausesOf(clusterName, name, false)).length > 0;

async function expectSteps(brake: Locator): Promise<void> {
  const steps = brake.getByRole('listitem');
  await expect(steps.first()).toContainText(/ ago: \S+ removed, 1 pod moved/);
  const count = await steps.count();
  expect(count).toBeGreaterThanOrEqual(2);
  await expect(brake.getByRole('link', { name: 'decision' })).toHaveCount(count);
}

/** Waits until the Deployment has exactly so many pods, all of them running. */
async function scaleAndWait(app: string, replicas: number): Promise<void> {
  await cluster.scale(app, replicas);
  const phases = async () => (await cluster.podsOf(app)).map(({ status }) => status?.phase);
  await expect.poll(phases, { timeout: 180_000 }).toEqual(Array(replicas).fill('Running'));
}

/** The node of the only pod of a Deployment. */
const nodeOf = async (app: string): Promise<string> =>
  (await cluster.podsOf(app))[0]?.spec?.nodeName ?? '';

const nodeNames = async (): Promise<readonly string[]> =>
  (await cluster.nodesOf(name)).map(({ metadata }) => metadata?.name ?? '');

async function expectAudited(page: Page, action: string, actor: RegExp): Promise<void> {
  await page.goto(`/audit?action=${action}`);
  const entry = page.getByRole('row', { name: new RegExp(action.replace('.', '\\.')) }).first();
  await expect(entry).toContainText(actor);
  await expect(entry).toContainText(name);
}

/** Changes the threshold of the flap detector on the page Brakes; returns the earlier value. */
async function setRepeats(page: Page, value: string): Promise<string> {
  await page.goto(`/brakes?cluster=${clusterName}`);
  await page.getByRole('button', { name: 'Change thresholds…' }).click();
  const field = page.getByRole('textbox', { name: 'Repetitions of consolidation' });
  const earlier = await field.inputValue();
  await field.fill(value);
  const save = page.getByRole('button', { name: 'Save thresholds' });
  await save.click();
  await expect(save).toHaveCount(0);
  return earlier;
}
