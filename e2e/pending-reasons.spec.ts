import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { ClusterClient } from './cluster-client.js';
import { results } from './paths.js';
import { clusterInMode, expect, readProduct, test } from './product.js';

const zoneLabel = 'topology.kubernetes.io/zone';
const typeLabel = 'node.kubernetes.io/instance-type';

interface PodSpecPart {
  readonly select?: Readonly<Record<string, string>>;
  readonly requests?: Readonly<Record<string, string>>;
  readonly affinity?: object;
}

/** The expected reason of NodePool `reasons`, which comes first because each pod selects it. */
interface Expected {
  readonly pod: PodSpecPart;
  readonly code: string;
  readonly path: string | null;
  /** The sentence on the page. */
  readonly sentence: RegExp;
}

const scenarios: Readonly<Record<string, Expected>> = {
  'zone-unknown': {
    pod: { select: { [zoneLabel]: 'us-east-1z' } },
    code: 'VALUE_UNKNOWN',
    path: null,
    sentence: /^Pod requires zone us-east-1z, which does not exist in the region/,
  },
  'zone-without-subnet': {
    pod: { select: { [zoneLabel]: 'us-east-1b' } },
    code: 'SUBNET_MISSING',
    path: 'spec.subnetSelectorTerms',
    sentence: /^Pod requires zone us-east-1b; EC2NodeClass reasons has subnets in us-east-1a only/,
  },
  'type-of-another-category': {
    pod: { select: { [typeLabel]: 'r5.large' } },
    code: 'REQUIREMENT_INCOMPATIBLE',
    path: 'spec.template.spec.requirements[0]',
    sentence: /^Pod requires instance type r5.large; NodePool reasons allows categories c and m/,
  },
  'type-without-image': {
    pod: { select: { [typeLabel]: 'm6g.large' } },
    code: 'IMAGE_MISSING',
    path: 'spec.amiSelectorTerms',
    sentence:
      /^Pod requires instance type m6g.large; EC2NodeClass reasons has no AMI for m6g.large/,
  },
  'type-unknown': {
    pod: { select: { [typeLabel]: 'm99.huge' } },
    code: 'VALUE_UNKNOWN',
    path: null,
    sentence: /^Pod requires instance type m99.huge, which does not exist in the region/,
  },
  gpu: {
    pod: { requests: { 'nvidia.com/gpu': '1' } },
    code: 'RESOURCE_NOT_OFFERED',
    path: 'spec.template.spec.requirements[0]',
    sentence: /^No compatible instance type of NodePool reasons has nvidia.com\/gpu; g.* have it/,
  },
  'too-large': {
    pod: { requests: { cpu: '900' } },
    code: 'RESOURCE_TOO_LARGE',
    path: null,
    sentence: /^Pod requests 900 CPU; the largest compatible instance type of NodePool reasons, /,
  },
  'over-the-limit': {
    pod: { requests: { cpu: '5' } },
    code: 'LIMIT_EXCEEDED',
    path: 'spec.limits.cpu',
    sentence: /^NodePool reasons has 4 CPU left of its limit of 4 CPU/,
  },
  'label-undefined': {
    pod: { select: { team: 'payments' } },
    code: 'LABEL_UNDEFINED',
    path: 'spec.template.spec.requirements',
    sentence: /^Pod requires label team=payments; NodePool reasons does not define the label/,
  },
  affinity: {
    pod: {
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: { matchLabels: { app: 'absent' } }, topologyKey: zoneLabel },
          ],
        },
      },
    },
    code: 'TOPOLOGY_UNSATISFIABLE',
    path: null,
    sentence: /^Pod affinity to app=absent requires a zone that runs such a pod; none does/,
  },
};

test('an unschedulable pod has its reason and the field that fixes it', async ({ page }) => {
  const { context, name: clusterName } = clusterInMode('auto');
  const cluster = new ClusterClient(readProduct().kubeconfig, context);
  const manifests = [
    ...(await definitions(cluster, clusterName)),
    ...Object.entries(scenarios).map(([name, { pod }]) => podManifest(name, pod)),
  ].map((manifest) => JSON.stringify(manifest));
  for (const manifest of manifests) await cluster.create(manifest);
  try {
    await test.step('in the API', () => expectVerdicts(clusterName));
    await test.step('as a sentence on the page', async () => {
      for (const [name, { sentence }] of Object.entries(scenarios)) {
        await page.goto(`/pending?cluster=${clusterName}&q=default/${name}`);
        const row = page.getByRole('row', { name: `default/${name}` });
        await row.click();
        const panel = page.getByRole('complementary', { name });
        const first = panel
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader') })
          .first();
        await expect(first.getByRole('rowheader')).toHaveText('reasons');
        await expect(first.getByText(sentence)).toBeVisible();
        await page.screenshot({ path: join(results, 'reasons', `${name}.png`) });
      }
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
    await test.step('with a link to the field', async () => {
      await page.goto(`/pending?cluster=${clusterName}&q=default/over-the-limit`);
      await page.getByRole('row', { name: 'default/over-the-limit' }).click();
      await page.getByRole('link', { name: 'Fix in NodePool reasons' }).click();
      await expect(page.getByText('spec.limits.cpu')).toBeVisible();
      const editor = page.getByLabel('Manifests, as YAML or JSON');
      await expect(editor).toBeFocused();
      const selected = 'getSelection().toString()';
      await expect.poll(() => page.evaluate(selected)).toMatch(/^cpu: /);
    });
  } finally {
    for (const manifest of manifests.toReversed()) await cluster.delete(manifest);
  }
});

/**
 * A NodePool for these pods only, with an EC2NodeClass of one zone and images of one architecture.
 */
async function definitions(cluster: ClusterClient, clusterName: string): Promise<object[]> {
  const { subnets, amis } = await cluster.nodeClassStatus('company');
  const subnet = subnets.find(({ zone }) => zone === 'us-east-1a');
  const image = amis.find(({ name }) => name.includes('x86_64-standard'));
  const nodeClass = {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name: 'reasons' },
    spec: {
      amiFamily: 'AL2023',
      role: `KarpenterNodeRole-${clusterName}`,
      subnetSelectorTerms: [{ id: subnet?.id }],
      securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': clusterName } }],
      amiSelectorTerms: [{ id: image?.id }],
    },
  };
  const nodePool = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'reasons' },
    spec: {
      limits: { cpu: 4 },
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'reasons' },
          taints: [{ key: 'reasons', effect: 'NoSchedule' }],
          requirements: [
            { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['c', 'm'] },
          ],
        },
      },
    },
  };
  return [nodeClass, nodePool];
}

function podManifest(name: string, { select, requests, affinity }: PodSpecPart): object {
  const devices = Object.fromEntries(
    Object.entries(requests ?? {}).filter(([resource]) => resource.includes('/')),
  );
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: {
      nodeSelector: { 'karpenter.sh/nodepool': 'reasons', ...select },
      tolerations: [{ key: 'reasons', operator: 'Exists' }],
      affinity,
      containers: [
        {
          name: 'waits',
          image: 'public.ecr.aws/eks-distro/kubernetes/pause:3.7',
          resources: { requests: { cpu: '100m', ...requests }, limits: devices },
        },
      ],
    },
  };
}

interface PendingPods {
  readonly items: readonly {
    readonly name: string;
    readonly verdict: {
      readonly byNodePool: readonly {
        readonly nodePool: string;
        readonly reason: { readonly code: string };
        readonly fix: { readonly path: string } | null;
      }[];
    } | null;
  }[];
}

async function expectVerdicts(clusterName: string): Promise<void> {
  const { url, apiToken } = readProduct();
  const verdicts = async () => {
    const response = await fetch(`${url}/api/v1/pending-pods?limit=100&cluster=${clusterName}`, {
      headers: { authorization: `Bearer ${apiToken}` },
    });
    const { items }: PendingPods = JSON.parse(await response.text());
    return Object.fromEntries(
      items
        .filter(({ name }) => Object.hasOwn(scenarios, name))
        .map(({ name, verdict }) => {
          const [nearest] = verdict?.byNodePool ?? [];
          const { nodePool, reason, fix } = nearest ?? {};
          return [name, [nodePool, reason?.code, fix?.path ?? null]];
        }),
    );
  };
  const expected = Object.fromEntries(
    Object.entries(scenarios).map(([name, { code, path }]) => [name, ['reasons', code, path]]),
  );
  await expect.poll(verdicts, { timeout: 180_000 }).toEqual(expected);
}
