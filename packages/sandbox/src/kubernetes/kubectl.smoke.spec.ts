import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { invariant } from '@kerf/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestCluster } from '../testing/test-cluster.js';
import { aBudget, aDeployment } from '../testing/workloads.js';
import { kubeconfigFor } from './kubeconfig.js';

const binary = process.env['KERF_KUBECTL'] ?? 'kubectl';
const hasKubectl = spawnSync(binary, ['version', '--client']).status === 0;
if (!hasKubectl)
  process.stdout.write(
    'kubectl.smoke.spec.ts is skipped: kubectl found neither on PATH nor by KERF_KUBECTL\n',
  );

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'kerf-kubectl-'));
const cluster = new TestCluster({ name: 'smoke' });

interface Outcome {
  readonly output: string;
  readonly failed: boolean;
}

/** Runs kubectl as a user would. The output contains both streams. */
async function kubectl(...words: readonly string[]): Promise<Outcome> {
  const global = ['--kubeconfig', join(folder, 'config'), '--cache-dir', join(folder, 'cache')];
  try {
    const { stdout, stderr } = await run(binary, [...global, ...words]);
    return { output: stdout + stderr, failed: false };
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error);
    return { output: `${stdout}${stderr}`, failed: true };
  }
}

function aFile(name: string, ...objects: readonly object[]): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  return path;
}

/** The folder that the product passes to `--manifests`, with Karpenter's CRDs. */
const publishedCrds = join(import.meta.dirname, '../../../../deploy/crds');

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.dev' },
  spec: {
    group: 'example.dev',
    scope: 'Cluster',
    names: { kind: 'Widget', plural: 'widgets', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        additionalPrinterColumns: [{ name: 'Size', type: 'string', jsonPath: '.spec.size' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'string', description: 'How big it is.', enum: ['small', 'big'] },
                },
              },
            },
          },
        },
      },
    ],
  },
};

describe.skipIf(!hasKubectl)('kubectl', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    await cluster.start();
    writeFileSync(join(folder, 'config'), kubeconfigFor([cluster.running]));
    cluster.bootNode(1);
    cluster.bootNode(2);
    const areReady = async (): Promise<void> => {
      const ready = (await kubectl('get', 'nodes')).output.match(/ Ready /g) ?? [];
      invariant(ready.length === 2, 'two nodes are ready');
    };
    await vi.waitFor(areReady, { timeout: 30_000, interval: 200 });
  }, 60_000);
  afterAll(async () => {
    await cluster.close();
    rmSync(folder, { recursive: true });
  });

  it('applies manifests and prints what changed', async () => {
    const file = aFile('web', aDeployment('web', 3), aBudget('web', 'web', { maxUnavailable: 1 }));
    expect((await kubectl('apply', '-f', file)).output).toBe(
      'deployment.apps/web created\npoddisruptionbudget.policy/web created\n',
    );
    // kubectl always sends the selector of a budget, which is replaced as a whole; a real server
    // responds the same.
    expect((await kubectl('apply', '-f', file)).output).toBe(
      'deployment.apps/web unchanged\npoddisruptionbudget.policy/web configured\n',
    );
    const changed = aFile(
      'web-changed',
      aDeployment('web', 3, { terminationGracePeriodSeconds: 10 }),
    );
    expect((await kubectl('diff', '-f', changed)).output).toContain(
      '+      terminationGracePeriodSeconds: 10',
    );
    expect((await kubectl('apply', '-f', changed)).output).toBe('deployment.apps/web configured\n');
    expect((await kubectl('apply', '--server-side', '-f', changed)).failed).toBe(false);
  });

  it('waits for a rollout, undoes it and scales', async () => {
    expect(
      (await kubectl('rollout', 'status', 'deployment/web', '--timeout=30s')).output,
    ).toContain('deployment "web" successfully rolled out');
    expect((await kubectl('rollout', 'undo', 'deployment/web')).output).toContain(
      'deployment.apps/web rolled back',
    );
    expect((await kubectl('scale', 'deployment', 'web', '--replicas=4')).output).toContain(
      'deployment.apps/web scaled',
    );
    expect(
      (
        await kubectl(
          'wait',
          '--for=jsonpath={.status.readyReplicas}=4',
          'deployment/web',
          '--timeout=30s',
        )
      ).output,
    ).toContain('condition met');
    expect((await kubectl('rollout', 'history', 'deployment/web')).output).toMatch(/REVISION/);
  });

  it('prints the usual columns', async () => {
    expect((await kubectl('get', 'nodes', '-o', 'wide')).output).toMatch(
      /^NAME +STATUS +ROLES +AGE +VERSION +INTERNAL-IP +EXTERNAL-IP +OS-IMAGE +KERNEL-VERSION +CONTAINER-RUNTIME/,
    );
    expect((await kubectl('get', 'deploy,rs,pdb')).output).toMatch(
      /NAME +READY +UP-TO-DATE +AVAILABLE +AGE\ndeployment\.apps\/web +4\/4/,
    );
    const pods = (await kubectl('get', 'pods', '-A', '-o', 'wide')).output;
    expect(pods).toMatch(
      /NAMESPACE +NAME +READY +STATUS +RESTARTS +AGE +IP +NODE +NOMINATED NODE +READINESS GATES/,
    );
    expect(pods).toMatch(/default +web-\S+ +1\/1 +Running +0 /);
    expect((await kubectl('get', 'events')).output).toMatch(
      /LAST SEEN +TYPE +REASON +OBJECT +MESSAGE/,
    );
    expect((await kubectl('get', 'ns')).output).toMatch(/NAME +STATUS +AGE\ndefault +Active/);
  });

  it('describes nodes, pods and deployments', async () => {
    const node = (await kubectl('describe', 'node', 'ip-10-0-0-1.ec2.internal')).output;
    expect(node).toMatch(/ProviderID: +aws:\/\/\/us-east-1a\/i-00000000000000001/);
    expect(node).toMatch(/Non-terminated Pods: +\(\d+ in total\)/);
    expect((await kubectl('describe', 'deployment', 'web')).output).toContain(
      'Scaled up replica set',
    );
    const [pod = ''] = (await kubectl('get', 'pods', '-l', 'app=web', '-o', 'name')).output.split(
      '\n',
    );
    expect((await kubectl('describe', pod)).output).toContain('Successfully assigned default/');
    expect(await kubectl('logs', pod)).toEqual({ output: '', failed: false });
  });

  it('cordons and drains; the budget delays the drain', async () => {
    const name = 'ip-10-0-0-1.ec2.internal';
    expect((await kubectl('cordon', name)).output).toContain(`node/${name} cordoned`);
    expect((await kubectl('get', 'node', name)).output).toContain('Ready,SchedulingDisabled');
    const drained = await kubectl('drain', name, '--ignore-daemonsets', '--timeout=50s');
    expect(drained.output).toContain(`node/${name} drained`);
    expect(
      (
        await kubectl(
          'get',
          'pods',
          '--field-selector',
          `spec.nodeName=${name},status.phase=Running`,
        )
      ).output,
    ).toContain('No resources found');
    expect((await kubectl('uncordon', name)).output).toContain('uncordoned');
    expect((await kubectl('taint', 'node', name, 'a=b:NoSchedule')).output).toContain('tainted');
    expect((await kubectl('label', 'node', name, 'team=x')).output).toContain('labeled');
  });

  it('handles custom resources and validates them', async () => {
    expect((await kubectl('apply', '-f', aFile('crd', crd))).output).toContain('created');
    expect(
      (await kubectl('wait', '--for=condition=established', 'crd/widgets.example.dev')).output,
    ).toContain('condition met');
    expect((await kubectl('explain', 'widget.spec.size')).output).toMatch(
      /FIELD: size <string>[\s\S]*ENUM:[\s\S]*How big it is\./,
    );
    expect((await kubectl('explain', 'pod.spec.containers')).output).toContain(
      'terminationMessagePath',
    );
    const widget = { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' } };
    const wrong = await kubectl(
      'apply',
      '-f',
      aFile('wrong', { ...widget, spec: { size: 'huge' } }),
    );
    expect(wrong.output).toContain(
      'spec.size: Unsupported value: "huge": supported values: "small", "big"',
    );
    const strict = await kubectl(
      'apply',
      '-f',
      aFile('strict', { ...widget, spec: { size: 'big', zz: 1 } }),
    );
    expect(strict.output).toContain('strict decoding error: unknown field "spec.zz"');
    expect(
      (await kubectl('apply', '-f', aFile('right', { ...widget, spec: { size: 'big' } }))).failed,
    ).toBe(false);
    expect((await kubectl('get', 'wd')).output).toMatch(/NAME +SIZE\nw +big/);
    const resources = (await kubectl('api-resources')).output;
    expect(resources).toMatch(/widgets +wd +example\.dev\/v1 +false +Widget/);
    expect(resources).toMatch(/poddisruptionbudgets +pdb +policy\/v1 +true +PodDisruptionBudget/);
  });

  it('validates NodePools and EC2NodeClasses by their CRDs', async () => {
    expect((await kubectl('apply', '-f', publishedCrds)).failed).toBe(false);
    const nodePool = (requirement: object, consolidateAfter: string) => ({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'general' },
      spec: {
        template: {
          spec: {
            nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'general' },
            requirements: [requirement],
          },
        },
        disruption: { consolidateAfter },
      },
    });
    const spot = { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] };
    const wrong = aFile('wrong-pool', nodePool({ ...spot, operator: 'Is' }, 'soon'));
    const { output } = await kubectl('apply', '-f', wrong);
    expect(output).toContain('The NodePool "general" is invalid');
    expect(output).toContain('requirements[0].operator: Unsupported value: "Is"');
    expect(output).toContain('spec.disruption.consolidateAfter: Invalid value: "soon"');
    const right = aFile('right-pool', nodePool(spot, '1m'));
    expect((await kubectl('apply', '-f', right)).output).toContain(
      'nodepool.karpenter.sh/general created',
    );
    expect((await kubectl('get', 'nodepools')).output).toMatch(
      /^NAME +NODECLASS +NODES +READY +AGE\ngeneral +general/,
    );
  });

  it('creates objects with protobuf bodies, and checks its permissions', async () => {
    expect((await kubectl('create', 'configmap', 'c', '--from-literal=a=b')).output).toContain(
      'configmap/c created',
    );
    expect(
      (await kubectl('create', 'job', 'j', '--image=busybox', '--', 'sleep', '1')).output,
    ).toContain('created');
    expect(
      (await kubectl('wait', '--for=condition=complete', 'job/j', '--timeout=30s')).output,
    ).toContain('condition met');
    expect((await kubectl('auth', 'can-i', 'delete', 'nodes')).output.trim()).toContain('yes');
    expect((await kubectl('auth', 'whoami')).output).toContain('system:masters');
  });

  it('deletes, and waits for the end of the deletion', async () => {
    expect((await kubectl('delete', 'deployment', 'web', '--cascade=foreground')).output).toContain(
      'deployment.apps "web" deleted',
    );
    expect((await kubectl('get', 'pods', '-l', 'app=web')).output).toContain('No resources found');
    expect((await kubectl('get', 'pod', 'none')).output).toContain(
      'Error from server (NotFound): pods "none" not found',
    );
  });
});
