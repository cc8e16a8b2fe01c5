import { randomBytes } from 'node:crypto';
import type { SandboxClock } from '../world/clock.js';
import type { EksCluster, TokenVerifier } from '../world/cluster-directory.js';
import type { InstanceHost } from '../world/instance-host.js';
import { ClusterApi } from './api/cluster-api.js';
import { applyManifests } from './apply-manifests.js';
import { bootstrapObjects } from './bootstrap-objects.js';
import type { JsonObject } from './json/json.js';
import type { JoinFailure } from './kubelet/kubelet-host.js';
import { ResourceCatalogue } from './resources/resource-catalogue.js';
import { ApiServer } from './server/api-server.js';
import type { AccessEntry, StaticToken } from './server/authenticator.js';
import { createCertificates, type ServerCertificates } from './server/certificates.js';
import { everything } from './server/user.js';
import { startMachinery } from './start-machinery.js';
import { ObjectStore, type StoreSnapshot } from './storage/object-store.js';

/** Everything a cluster has to keep over a restart, as JSON. */
export interface ClusterState {
  readonly format: 1;
  readonly certificates: ServerCertificates;
  readonly adminToken: string;
  readonly port: number;
  /** Every endpoint the cluster ever had: what instances were told stays in their user data. */
  readonly endpoints: readonly string[];
  readonly createdAt: number;
  readonly store: StoreSnapshot;
}

export interface ClusterOptions {
  readonly name: string;
  readonly accountId: string;
  readonly region: string;
  /** `major.minor`, e.g. `1.36`. */
  readonly version: string;
  /** 0, or one that is taken, gives a free one. A restored cluster wants the port it had. */
  readonly port: number;
  readonly clock: SandboxClock;
  readonly instances: InstanceHost;
  readonly tokens: TokenVerifier;
  readonly accessEntries: readonly AccessEntry[];
  /** Further tokens that never change, e.g. of a user with few rights. */
  readonly staticTokens?: readonly StaticToken[];
  readonly network: Pick<EksCluster, 'serviceCidr' | 'vpcId' | 'subnetIds' | 'securityGroupIds'>;
  /** Goes on where a snapshot was taken. */
  readonly state?: ClusterState;
  /** Told of errors in the simulation itself. */
  readonly onBug?: (error: unknown) => void;
}

/** A running cluster. */
export interface Cluster {
  /** What the EKS API says of it. */
  readonly description: EksCluster;
  readonly accountId: string;
  readonly region: string;
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  /** Of a user who may do everything. */
  readonly adminToken: string;
  /** Reads and writes the cluster's objects without the network. */
  readonly api: ClusterApi;
  /** Creates the objects, or brings those that exist in line with them. */
  apply(objects: readonly JsonObject[]): void;
  /** Instances that meant to join and could not, and why. */
  joinFailures(): readonly JoinFailure[];
  snapshot(): ClusterState;
  close(): Promise<void>;
}

const patchLevel = 4;

export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const { state, clock } = options;
  const now = (): number => clock.now();
  const createdAt = state?.createdAt ?? now();
  const certificates = state?.certificates ?? (await createCertificates(options.name, now()));
  const adminToken = state?.adminToken ?? randomBytes(24).toString('base64url');
  const onBug = options.onBug ?? warnOfBug;

  const store = new ObjectStore(now, state?.store);
  const parts = { store, resources: new ResourceCatalogue(), now };
  const api = new ClusterApi(parts, 'sandbox');
  const gitVersion = `v${options.version}.${patchLevel}`;
  const server = new ApiServer({
    parts,
    gitVersion,
    certificates,
    onBug,
    port: state?.port ?? options.port,
    authentication: {
      clusterName: options.name,
      tokens: options.tokens,
      accessEntries: options.accessEntries,
      staticTokens: [
        { token: adminToken, user: { name: 'admin', groups: [everything] } },
        ...(options.staticTokens ?? []),
      ],
    },
  });
  const port = await server.listen();
  const endpoint = `https://127.0.0.1:${port}`;
  const endpoints = [...new Set([...(state?.endpoints ?? []), endpoint])];
  const certificateAuthority = Buffer.from(certificates.authority).toString('base64');

  if (state === undefined) applyManifests(parts, bootstrapObjects);
  const machinery = startMachinery({
    api,
    clock,
    onBug,
    instances: options.instances,
    cluster: { ...options, endpoints, certificateAuthority, gitVersion },
  });

  return {
    description: {
      ...options.network,
      name: options.name,
      arn: `arn:aws:eks:${options.region}:${options.accountId}:cluster/${options.name}`,
      version: options.version,
      endpoint,
      certificateAuthority,
      createdAt,
    },
    accountId: options.accountId,
    region: options.region,
    endpoint,
    certificateAuthority,
    adminToken,
    api,
    apply: (objects) => applyManifests(parts, objects),
    joinFailures: () => machinery.joinFailures(),
    snapshot: () => ({
      format: 1,
      certificates,
      adminToken,
      port,
      endpoints,
      createdAt,
      store: store.snapshot(),
    }),
    close: () => {
      machinery.stop();
      return server.close();
    },
  };
}

function warnOfBug(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
