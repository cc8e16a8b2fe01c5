import { join } from 'node:path';
import type { V1Node } from '@kubernetes/client-node';
import type { Page } from '@playwright/test';
import { ClusterClient } from '../cluster-client.js';
import { ownDefinitions } from '../manifests.js';
import { results } from '../paths.js';
import { releasePausesOf, removalsBetween } from '../pauses.js';
import { callApi } from '../people.js';
import { clusterInMode, expect, readProduct, test } from '../product.js';

const { context, name: clusterName } = clusterInMode('auto');
/** Name of the NodePool, EC2NodeClass and Deployment of this test. */
const name = 'flapping';
const place = `NodePool ${name} of ${clusterName}`;
const settingsPath = `/api/v1/clusters/${clusterName}/brake-settings`;

/** A large pod that needs a large node. */
const large = `${name}-large`;

/** All nodes are in one zone, so that the same pod gets a node of the same shape. */
const [nodeClass = '', pool = '', small = ''] = ownDefinitions(name, clusterName, (manifest) =>
  manifest.replace(
    '        - key: karpenter.sh/capacity-type',
    '        - key: topology.kubernetes.io/zone\n          operator: In\n          values: ["us-east-1a"]\n        - key: karpenter.sh/capacity-type',
  ),
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

let cluster: ClusterClient;
let earlierRepeats: number;

test.beforeAll(async () => {
  cluster = new ClusterClient(readProduct().kubeconfig, context);
  const { body } = await callApi<{ readonly flapRepeats: number }>('GET', settingsPath);
  earlierRepeats = body.flapRepeats;
  await setRepeats(2);
  for (const manifest of definitions) await cluster.create(manifest);
});

test.afterAll(async () => {
  await releasePausesOf(clusterName, name);
  await setRepeats(earlierRepeats);
  for (const manifest of definitions.toReversed()) await cluster.delete(manifest);
});

test('consolidation that goes round in circles is frozen until a person releases it', async ({
  page,
}) => {
  test.setTimeout(480_000);
  const brake = page.getByRole('row', { name: new RegExp(place) });
  const largeType = await test.step('the same shape is launched and replaced twice', async () => {
    const type = await leaveSmallPodOnLargeNode();
    await expectReplaced(type);
    await cluster.scale(name, 0);
    await expect.poll(typesOfNodes, { timeout: 120_000 }).toEqual([]);
    expect(await leaveSmallPodOnLargeNode()).toBe(type);
    return type;
  });
  await test.step('consolidation is frozen, and the incident shows the loop', async () => {
    await page.goto(`/brakes?cluster=${clusterName}`);
    await expect(brake).toContainText('Flap detector', { timeout: 150_000 });
    await expect(brake).toContainText(/on-demand in us-east-1a was replaced 2 times in a row/);
    await brake.getByText(/^2, threshold 2; old and new nodes together cost /).click();
    await expect(brake.getByRole('listitem')).toHaveCount(2);
    await expect(brake.getByRole('link', { name: 'decision' })).toHaveCount(2);
    await page.screenshot({ path: join(results, 'flap-freeze.png') });
    await page.goto('/');
    await expect(page.getByRole('row', { name: new RegExp(`^${clusterName}`) })).toContainText(
      'Brake engaged',
    );
  });
  await test.step('nodes that could be replaced again stay, and say why', async () => {
    await leaveSmallPodOnLargeNode();
    const [node = ''] = await nodeNames();
    await page.goto(`/clusters/${clusterName}/nodes/${node}`);
    await expect(page.getByRole('region', { name: 'Disruption blocked by' })).toContainText(
      'Consolidation is paused by kerf: ',
      { timeout: 60_000 },
    );
  });
  await test.step('a person releases it, and consolidation goes on', async () => {
    await page.goto(`/brakes?cluster=${clusterName}`);
    await brake.getByRole('button', { name: 'Release' }).click();
    await expect(
      page.getByRole('region', { name: 'Released within 30 days' }).getByRole('row', {
        name: new RegExp(place),
      }),
    ).toContainText('Released by admin');
    await expectReplaced(largeType);
    const { whilePaused, after } = await removalsBetween(clusterName, name);
    expect(whilePaused).toEqual([]);
    expect(after.length).toBeGreaterThan(0);
  });
  await test.step('the audit log says who froze and who released', async () => {
    await expectAudited(page, 'brake.engage', 'kerf');
    await expectAudited(page, 'brake.release', 'admin');
  });
});

/**
 * Launches a node for a large pod, adds a small one, and removes the large one: the node can be replaced
 * by a cheaper one.
 * @returns the type of the node with the small pod
 */
async function leaveSmallPodOnLargeNode(): Promise<string> {
  await scaleAndWait(large, 1);
  await scaleAndWait(name, 1);
  const [pod] = await cluster.podsOf(name);
  const nodes = await cluster.nodesOf(name);
  const type = typeOf(nodes.find(({ metadata }) => metadata?.name === pod?.spec?.nodeName));
  await cluster.scale(large, 0);
  return type;
}

async function scaleAndWait(app: string, replicas: number): Promise<void> {
  await cluster.scale(app, replicas);
  const phases = async () => (await cluster.podsOf(app)).map(({ status }) => status?.phase);
  await expect.poll(phases, { timeout: 90_000 }).toEqual(Array(replicas).fill('Running'));
}

const typeOf = (node: V1Node | undefined): string =>
  node?.metadata?.labels?.['node.kubernetes.io/instance-type'] ?? '?';

/** Waits until one node of another type is left. */
async function expectReplaced(type: string): Promise<void> {
  await expect(async () => {
    const types = await typesOfNodes();
    expect(types).toHaveLength(1);
    expect([type, '?']).not.toContain(types[0]);
  }).toPass({ timeout: 180_000 });
}

const typesOfNodes = async (): Promise<readonly string[]> =>
  (await cluster.nodesOf(name)).map(typeOf);

const nodeNames = async (): Promise<readonly string[]> =>
  (await cluster.nodesOf(name)).map(({ metadata }) => metadata?.name ?? '');

async function expectAudited(page: Page, action: string, actor: string): Promise<void> {
  await page.goto(`/audit?action=${action}`);
  const entry = page.getByRole('row', { name: new RegExp(action.replace('.', '\\.')) }).first();
  await expect(entry).toContainText(actor, { ignoreCase: true });
  await expect(entry).toContainText(name);
}

async function setRepeats(flapRepeats: number): Promise<void> {
  const { status, body } = await callApi('PATCH', settingsPath, {
    headers: { 'if-match': '*' },
    body: { flapRepeats },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}
