import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@kerf/local-stack';
import { accessKeys, region } from './aws/settings.ts';
import { Program, responds } from './process.ts';
import { prepareKarpenter } from './programs.ts';
import type { Testbed } from './testbed.ts';

const run = promisify(execFile);

export interface KarpenterOptions {
  /** Existing folder for its log. */
  readonly folder: string;
  /** Whether it renews a Lease, as in an installation. */
  readonly electsLeader: boolean;
}

/** Installs and starts the real Karpenter for AWS with the settings of its Helm chart. */
export async function startKarpenter(
  testbed: Testbed,
  { folder, electsLeader }: KarpenterOptions,
): Promise<Program> {
  const { program, crds } = await prepareKarpenter();
  const admin = ['--kubeconfig', testbed.kubernetes.kubeconfig()];
  const install = ['apply', '--server-side', '--field-manager', 'helm'];
  await run('kubectl', [...admin, ...install, '--filename', crds]);
  const established = ['wait', '--for=condition=Established', '--timeout=60s'];
  await run('kubectl', [...admin, ...established, '--filename', crds]);
  const probePort = await findFreePort();
  const karpenter = new Program({
    name: 'karpenter',
    command: program,
    args: [],
    env: {
      KUBECONFIG: testbed.kubernetes.kubeconfig('karpenter'),
      DISABLE_LEADER_ELECTION: String(!electsLeader),
      LEADER_ELECTION_NAMESPACE: 'kube-system',
      METRICS_PORT: String(await findFreePort()),
      HEALTH_PROBE_PORT: String(probePort),
      CLUSTER_NAME: testbed.clusterName,
      CLUSTER_ENDPOINT: testbed.kubernetes.url,
      INTERRUPTION_QUEUE: testbed.clusterName,
      // moto has no DescribeCapacityReservations.
      FEATURE_GATES: 'ReservedCapacity=false',
      AWS_ENDPOINT_URL: testbed.bridge.url,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeys.product,
      AWS_SECRET_ACCESS_KEY: 'testbed',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    logFile: join(folder, 'karpenter.log'),
  });
  await karpenter.ready(() => responds(`http://127.0.0.1:${probePort}/readyz`));
  return karpenter;
}
