import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKerfClient, dataOf, type KerfClient } from '@kerf/client';
import { ClusterClient } from './cluster-client.js';
import { completeExercise, type Exercise } from './exercise.js';
import { hasKubectl, kubectl } from './kubectl.js';
import { exerciseManifest, forCluster } from './manifests.js';
import { results, root } from './paths.js';
import { exerciseCluster, expect, readProduct, test } from './product.js';

// The first one: its steps are derived from decisions, and stay done when another exercise has made them.
test('the exercise on the page Fleet, without a terminal', async ({ page }) => {
  const { cluster, clusterName } = await openExercise();
  const exercise = page.getByRole('region', { name: 'Exercise in the sandbox' });
  const expectDone = (steps: number) =>
    expect(exercise).toContainText(`${steps} of 6 steps completed`, { timeout: 180_000 });
  await test.step('the NodePool is applied from its step', async () => {
    await page.goto('/');
    await expectDone(0);
    await exercise.getByRole('link', { name: 'Open the manifests' }).click();
    await page.getByRole('button', { name: /^Apply .* to / }).click();
    await expect(page.getByText('Applied EC2NodeClass default, NodePool default')).toBeVisible();
    await page.getByRole('link', { name: 'Fleet', exact: true }).click();
    await expectDone(1);
  });
  await test.step('its pods get nodes', async () => {
    await exercise.getByRole('button', { name: 'Create 5 pods' }).click();
    await expectDone(3);
    expect(await cluster.podsOf('inflate')).toHaveLength(5);
  });
  await test.step('a step that is done stays done, and the next one is the same after a reload', async () => {
    await page.reload();
    await expectDone(3);
    await exercise.getByRole('button', { name: 'Scale to zero' }).click();
    await expectDone(4);
    await page.screenshot({ path: join(results, 'first-run.png') });
  });
  await test.step('the removal of a node is approved', async () => {
    await expect(exercise).toContainText('A removal awaits approval', { timeout: 180_000 });
    await exercise.getByRole('link', { name: 'Open decision' }).last().click();
    await page
      .getByRole('button', { name: /^Approve: remove 1 node, move no pods, save \$/ })
      .click();
    await page.getByRole('link', { name: 'Fleet', exact: true }).click();
    await expectDone(6);
    await expect(exercise).toContainText(/Removed 1 node: saves \$0\.\d+\/h/);
    await page.screenshot({ path: join(results, 'first-run-done.png') });
  });
  await test.step('it leads to a cluster of one’s own', async () => {
    await exercise.getByRole('link', { name: /^register it/ }).click();
    await expect(page.getByRole('heading', { name: 'Register a cluster' })).toBeVisible();
  });
  const { url, apiToken } = readProduct();
  await cluster.delete(exerciseManifest('inflate'));
  await deleteDefaults(createKerfClient({ url, token: apiToken }), clusterName);
  await expect.poll(() => cluster.nodeClaims(), { timeout: 180_000 }).toEqual([]);
});

test('the exercise of the README, with kubectl', async ({ page }) => {
  test.skip(!hasKubectl, 'kubectl not found: add it to PATH, or set KERF_KUBECTL to its path');
  const { context, name } = exerciseCluster();
  const run = (...args: readonly string[]) => kubectl(context, args);
  const manifests = [
    forCluster(exerciseManifest('node-class'), name),
    exerciseManifest('node-pool'),
  ];
  await completeExercise(page, {
    ...(await openExercise()),
    define: async () => {
      await kubectl(context, ['apply', '-f', '-'], manifests.join('\n---\n'));
    },
    deploy: async () => {
      await kubectl(context, ['apply', '-f', '-'], exerciseManifest('inflate'));
    },
    scaleToZero: async () => {
      const claims = await run('get', 'nodeclaims');
      expect(claims).toMatch(/^default-\S+ +\S+ +(spot|on-demand) +\S+ +\S+ +True /m);
      await run('scale', 'deployment', 'inflate', '--replicas', '0');
    },
  });
  await test.step('the applied objects can be deleted', async () => {
    await run('delete', 'deployment/inflate', 'nodepool/default', 'ec2nodeclass/default');
    await page.goto(`/node-pools?cluster=${name}`);
    await expect(page.getByText('default')).toHaveCount(0);
  });
});

test('the exercise of the README, with a client generated from the OpenAPI document', async ({
  page,
}) => {
  const { url, apiToken } = readProduct();
  const { cluster, clusterName } = await openExercise();
  await test.step('the product serves the document that the client is generated from', async () => {
    const served: unknown = await (await fetch(`${url}/api/v1/openapi.json`)).json();
    expect(served).toEqual(JSON.parse(await readFile(join(root, 'apps/api/openapi.json'), 'utf8')));
  });
  const client = createKerfClient({ url, token: apiToken });
  await completeExercise(page, {
    cluster,
    clusterName,
    define: async () => {
      const manifests = [exerciseManifest('node-class'), exerciseManifest('node-pool')];
      const { applied } = await dataOf(
        client.POST('/api/v1/clusters/{cluster}/manifests', {
          params: { path: { cluster: clusterName }, query: { replacePlaceholders: 'true' } },
          body: { manifests: manifests.join('\n---\n') },
        }),
      );
      expect(applied).toBe(true);
    },
    deploy: () => cluster.create(exerciseManifest('inflate')),
    scaleToZero: async () => {
      const nodes = await dataOf(
        client.GET('/api/v1/clusters/{cluster}/nodes', {
          params: { path: { cluster: clusterName }, query: { nodePool: ['default'] } },
        }),
      );
      const inCluster = await cluster.nodesOf('default');
      expect(new Set(nodes.items.map(({ name }) => name))).toEqual(
        new Set(inCluster.map(({ metadata }) => metadata?.name)),
      );
      await cluster.scale('inflate', 0);
    },
    approval: {
      by: 'npm start',
      approveRemoval: () => approveByClient(client, clusterName),
    },
  });
  await test.step('the definitions can be deleted', async () => {
    await cluster.delete(exerciseManifest('inflate'));
    await deleteDefaults(client, clusterName);
    await page.goto(`/node-pools?cluster=${clusterName}`);
    await expect(page.getByRole('row', { name: /^default / })).toHaveCount(0);
  });
});

test('the exercise of the README, in the dashboard', async ({ page }) => {
  const exercise = await openExercise();
  const { cluster, clusterName } = exercise;
  await completeExercise(page, {
    ...exercise,
    define: async () => {
      await page.goto(`/apply?cluster=${clusterName}`);
      const both = [exerciseManifest('node-class'), exerciseManifest('node-pool')];
      await page.getByLabel('Manifests, as YAML or JSON').fill(both.join('\n---\n'));
      const readings = page.getByRole('region', { name: 'Preview' });
      await expect(readings.getByText('New', { exact: true })).toHaveCount(2);
      await page.screenshot({ path: join(results, 'paste.png') });
      await readings.getByRole('button', { name: /^Apply .* to / }).click();
      await expect(page.getByText('Applied EC2NodeClass default, NodePool default')).toBeVisible();
    },
    deploy: () => cluster.create(exerciseManifest('inflate')),
    scaleToZero: () => cluster.scale('inflate', 0),
  });
});

/** Approves the removal of the exercise that waits, as the client shows it. */
async function approveByClient(client: KerfClient, cluster: string): Promise<void> {
  const waiting = async () => {
    const { items } = await dataOf(
      client.GET('/api/v1/decisions', {
        params: { query: { cluster, state: ['AWAITING_APPROVAL'], nodePool: ['default'] } },
      }),
    );
    return items[0]?.id ?? '';
  };
  // consolidateAfter is 30 s, and a proposal is validated after 15 s.
  await expect.poll(waiting, { timeout: 180_000 }).not.toBe('');
  const path = { id: await waiting() };
  const { response, data } = await client.GET('/api/v1/decisions/{id}', { params: { path } });
  expect(data).toMatchObject({ kind: 'EMPTY', nodeCount: 1, approval: { refusal: null } });
  await dataOf(
    client.POST('/api/v1/decisions/{id}/approve', {
      params: { path, header: { 'If-Match': response.headers.get('etag') ?? '' } },
      body: { comment: 'the exercise is over' },
    }),
  );
  await expect
    .poll(
      async () => (await dataOf(client.GET('/api/v1/decisions/{id}', { params: { path } }))).state,
      { timeout: 180_000 },
    )
    .toBe('EXECUTED');
}

/** Deletes the NodePool and the EC2NodeClass `default`. */
async function deleteDefaults(client: KerfClient, cluster: string): Promise<void> {
  const header = { 'If-Match': '*' };
  const query = { cluster };
  const pools = await dataOf(client.GET('/api/v1/node-pools', { params: { query } }));
  for (const { id } of pools.items.filter(({ name }) => name === 'default')) {
    const deleted = await client.DELETE('/api/v1/node-pools/{id}', {
      params: { path: { id }, header },
    });
    expect(deleted.response.ok).toBe(true);
  }
  const classes = await dataOf(client.GET('/api/v1/node-classes', { params: { query } }));
  for (const { id } of classes.items.filter(({ name }) => name === 'default')) {
    const deleted = await client.DELETE('/api/v1/node-classes/{id}', {
      params: { path: { id }, header },
    });
    expect(deleted.response.ok).toBe(true);
  }
}

async function openExercise(): Promise<Pick<Exercise, 'cluster' | 'clusterName'>> {
  const { context, name } = exerciseCluster();
  return {
    cluster: new ClusterClient(readProduct().kubeconfig, context),
    clusterName: name,
  };
}
