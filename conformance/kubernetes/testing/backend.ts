import { type Cluster, createCluster, createSandboxClock } from '@kerf/sandbox';
import { KubeConfig } from '@kubernetes/client-node';
import { schedulerConfiguration } from './scheduler-profiles.js';

/** A user of the server under test; `anonymous` sends no token. */
export type UserName = 'admin' | 'nobody' | 'anonymous';

/** The Kubernetes API server that the specs run against. */
export interface Backend {
  /** `sandbox`, or `real` for the server of a kubeconfig. */
  readonly kind: 'sandbox' | 'real';
  readonly endpoint: string;
  /** PEM. */
  readonly certificateAuthority: string;
  /** `admin` may do everything. `nobody` has no rights; `null` if the server has no such user. */
  readonly tokens: { readonly admin: string; readonly nobody: string | null };
  /** Makes the server forget revision 1, so that reads of it are expired. */
  forgetFirstRevision(isForgotten: () => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

const kubeconfigVariable = 'KERF_CONFORMANCE_KUBECONFIG';
const nobodyVariable = 'KERF_CONFORMANCE_KUBECONFIG_NOBODY';

/**
 * Starts a cluster of the sandbox. With `KERF_CONFORMANCE_KUBECONFIG`, uses the server of that
 * kubeconfig, and as a user without rights the one of `KERF_CONFORMANCE_KUBECONFIG_NOBODY`.
 */
export function openBackend(): Promise<Backend> {
  const path = process.env[kubeconfigVariable] ?? '';
  return path === '' ? openSandbox() : Promise.resolve(openReal(path));
}

const nobodyToken = 'nobody';

/** Controllers act at the times of a real cluster. */
const speed = 1;

async function openSandbox(): Promise<Backend> {
  const bugs: unknown[] = [];
  const cluster: Cluster = await createCluster({
    name: 'conformance',
    accountId: '111122223333',
    region: 'us-east-1',
    version: '1.36',
    port: 0,
    clock: createSandboxClock(speed),
    instances: {
      onBooted: () => undefined,
      onStopped: () => undefined,
      onUnreachable: () => undefined,
    },
    tokens: { verify: () => null },
    accessEntries: [],
    staticTokens: [{ token: nobodyToken, user: { name: 'nobody', groups: [] } }],
    network: { serviceCidr: '10.100.0.0/16', vpcId: 'vpc-1', subnetIds: [], securityGroupIds: [] },
    schedulerConfiguration: JSON.stringify(schedulerConfiguration),
    onBug: (error) => bugs.push(error),
  });
  return {
    kind: 'sandbox',
    endpoint: cluster.endpoint,
    certificateAuthority: Buffer.from(cluster.certificateAuthority, 'base64').toString(),
    tokens: { admin: cluster.adminToken, nobody: nobodyToken },
    forgetFirstRevision: () => {
      cluster.compact();
      return Promise.resolve();
    },
    close: async () => {
      await cluster.close();
      if (bugs.length > 0) throw new AggregateError(bugs, 'the cluster had internal errors');
    },
  };
}

/** A real server compacts its history at intervals; the testbed's is 10 s. */
const compactedWithinMs = 60_000;

function openReal(path: string): Backend {
  const admin = readKubeconfig(path);
  const nobodyPath = process.env[nobodyVariable] ?? '';
  const nobody = nobodyPath === '' ? null : readKubeconfig(nobodyPath).token;
  return {
    kind: 'real',
    endpoint: admin.server,
    certificateAuthority: admin.certificateAuthority,
    tokens: { admin: admin.token, nobody },
    forgetFirstRevision: async (isForgotten) => {
      const until = Date.now() + compactedWithinMs;
      while (!(await isForgotten())) {
        if (Date.now() > until) {
          throw new Error(
            'The server keeps its history: start it with --etcd-compaction-interval 10s.',
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
    close: () => Promise.resolve(),
  };
}

interface Access {
  readonly server: string;
  readonly certificateAuthority: string;
  readonly token: string;
}

/** Reads the current cluster and user of a kubeconfig; the user has a token. */
function readKubeconfig(path: string): Access {
  const config = new KubeConfig();
  config.loadFromFile(path);
  const { server, caData } = config.getCurrentCluster() ?? {};
  const { token } = config.getCurrentUser() ?? {};
  if (server === undefined || caData === undefined || token === undefined) {
    throw new Error(`${path} must have a server, certificate-authority-data and a token.`);
  }
  return { server, certificateAuthority: Buffer.from(caData, 'base64').toString(), token };
}
