import { join } from 'node:path';
import { ClusterClient } from './cluster-client.js';
import { completeExercise, type Exercise } from './exercise.js';
import { hasKubectl, kubectl } from './kubectl.js';
import { exerciseManifest, forCluster } from './manifests.js';
import { results } from './paths.js';
import { exerciseCluster, expect, readProduct, test } from './product.js';

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

async function openExercise(): Promise<Pick<Exercise, 'cluster' | 'clusterName'>> {
  const { context, name } = exerciseCluster();
  return {
    cluster: new ClusterClient(readProduct().kubeconfig, context),
    clusterName: name,
  };
}
