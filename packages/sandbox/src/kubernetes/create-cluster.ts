import { randomBytes } from 'node:crypto';
import type { ClusterDirectory, EksCluster, TokenVerifier } from '../world/cluster-directory.js';
import type { InstanceHost } from '../world/compute/instance-host.js';
import type { SandboxClock } from '../world/time/sandbox-clock.js';
import { ClusterApi } from './api/cluster-api.js';
import type { ApiParts } from './api/target.js';
import { applyManifests } from './apply-manifests.js';
import { bootstrapObjects } from './bootstrap-objects.js';
import type { JsonObject } from './json/json.js';
import type { JoinFailure } from './kubelet/kubelet-host.js';
import { refuseWhileStarting } from './pace/initialize-server.js';
import { type Pace, PaceSwitch } from './pace/pace-switch.js';
import { ResourceCatalog } from './resources/resource-catalog.js';
import {
  readSchedulerConfiguration,
  type SpreadDefaults,
  unconfigured,
} from './scheduler/scheduler-configuration.js';
import { ApiServer } from './server/api-server.js';
import {
  type AccessEntry,
  type AuthenticatorOptions,
  everything,
  type StaticToken,
} from './server/auth/authenticator.js';
import {
  createAuthority,
  issueServerCertificate,
  type KeyPair,
} from './server/auth/certificates.js';
import { ApiFaults } from './server/faults/api-faults.js';
import type { ApiRefusals } from './server/faults/api-refusals.js';
import { forgetText } from './server/response/object-text.js';
import { startComponents } from './start-components.js';
import { ObjectStore, type StoreSnapshot } from './storage/object-store.js';

/** The state of a cluster as JSON, for a restart. */
export interface ClusterState {
  readonly authority: KeyPair;
  readonly adminToken: string;
  readonly port: number;
  /**
   * All endpoints of the cluster so far, because instances have earlier ones in their user data.
   */
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
  /** 0 uses the port of the restored cluster, or a free one if there is none or it is in use. */
  readonly port: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly listenHost?: string;
  /** Host name for clients, in endpoint and certificate; default 127.0.0.1. */
  readonly advertisedHost?: string;
  readonly clock: SandboxClock;
  readonly instances: InstanceHost;
  readonly tokens: TokenVerifier;
  readonly accessEntries: readonly AccessEntry[];
  /** Additional static tokens, e.g. of a user with few permissions. */
  readonly staticTokens?: readonly StaticToken[];
  readonly network: Pick<EksCluster, 'serviceCidr' | 'vpcId' | 'subnetIds' | 'securityGroupIds'>;
  /** Tags of the EKS cluster. */
  readonly tags?: Readonly<Record<string, string>>;
  /** How fast the control plane works; default `Instant`. */
  readonly pace?: Pace;
  /**
   * A KubeSchedulerConfiguration, of which the default spread constraints are simulated; without one,
   * pods of one controller are spread over nodes.
   */
  readonly schedulerConfiguration?: string;
  /** State to restore. */
  readonly state?: ClusterState;
  /** Why no further object of a collection is accepted; see {@link ApiParts}. */
  readonly whyFull?: ApiParts['whyFull'];
  /** Called for errors of the simulation itself. */
  readonly onBug?: (error: unknown) => void;
}

/** A running cluster. */
export interface Cluster {
  /** The cluster as the EKS API returns it. */
  readonly description: EksCluster;
  readonly accountId: string;
  readonly region: string;
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  /** Token of an administrator. */
  readonly adminToken: string;
  /** Reads and writes the cluster's objects without the network. */
  readonly api: ClusterApi;
  /** Creates the objects, or brings those that exist in line with them. */
  apply(objects: readonly JsonObject[]): void;
  /** Faults of client requests. */
  readonly faults: ApiFaults;
  /** Refusals of client requests that would be allowed. */
  readonly refusals: ApiRefusals;
  /** How fast the control plane works. */
  readonly pace: PaceSwitch;
  /** Interrupts the watches of all clients. */
  cutWatches(): void;
  /** Removes earlier revisions; watches from them get 410. */
  compact(): void;
  /** Instances that tried to join and failed, with the reasons. */
  joinFailures(): readonly JoinFailure[];
  /** Ends scheduler, controllers and kubelets; the API server serves the objects as they are. */
  freeze(): void;
  snapshot(): ClusterState;
  close(): Promise<void>;
}

const patchLevel = 4;
const loopback = '127.0.0.1';

/** @throws INPUT.INVALID if the scheduler configuration is none, or has what is not simulated */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const { state, clock, onBug = warnOfBug, advertisedHost = loopback } = options;
  const spreadDefaults = spreadDefaultsOf(options);
  const now = (): number => clock.now();
  const identity = state ?? (await newIdentity(options.name, now()));
  const { authority, adminToken, createdAt } = identity;
  const gitVersion = `v${options.version}.${patchLevel}`;
  const store = new ObjectStore(now, state?.store);
  const parts = { store, resources: new ResourceCatalog(), now, whyFull: options.whyFull };
  // Only the texts of current objects are requested again.
  store.subscribe((_collection, { before }) => {
    if (before !== null) forgetText(before);
  });
  const api = new ClusterApi(parts, 'sandbox');
  const faults = new ApiFaults(options.name);
  const server = new ApiServer({
    parts,
    gitVersion,
    onBug,
    faults,
    certificate: await issueServerCertificate(authority, [advertisedHost], now()),
    host: options.listenHost ?? loopback,
    port: options.port === 0 ? identity.port : options.port,
    authentication: authenticationOf(options, adminToken),
  });
  const port = await server.listen();
  const endpoint = `https://${advertisedHost}:${port}`;
  const endpoints = [...new Set([...identity.endpoints, endpoint])];
  const certificateAuthority = Buffer.from(authority.certificate).toString('base64');
  if (state === undefined) applyManifests(parts, bootstrapObjects);
  const pace = new PaceSwitch(options.pace ?? 'Instant');
  const components = startComponents({
    api,
    clock,
    onBug,
    pace,
    spreadDefaults,
    instances: options.instances,
    cluster: { ...options, endpoints, certificateAuthority, gitVersion },
  });
  if (pace.isReal) refuseWhileStarting(server.refusals, components.clock);
  return {
    description: describe(options, { endpoint, certificateAuthority, createdAt }),
    accountId: options.accountId,
    region: options.region,
    endpoint,
    certificateAuthority,
    adminToken,
    api,
    faults,
    refusals: server.refusals,
    pace,
    cutWatches: () => server.cutWatches(),
    compact: () => store.compact(),
    apply: (objects) => applyManifests(parts, objects),
    joinFailures: () => components.joinFailures(),
    freeze: () => components.stop(),
    snapshot: () => ({
      authority,
      adminToken,
      port,
      endpoints,
      createdAt,
      store: store.snapshot(),
    }),
    close: () => {
      components.stop();
      return server.close();
    },
  };
}

const spreadDefaultsOf = ({ schedulerConfiguration: text }: ClusterOptions): SpreadDefaults =>
  text === undefined ? unconfigured : readSchedulerConfiguration(text);

type Identity = Omit<ClusterState, 'store'>;

async function newIdentity(name: string, now: number): Promise<Identity> {
  return {
    authority: await createAuthority(name, now),
    adminToken: randomBytes(24).toString('base64url'),
    port: 0,
    endpoints: [],
    createdAt: now,
  };
}

function authenticationOf(options: ClusterOptions, adminToken: string): AuthenticatorOptions {
  const admin = { token: adminToken, user: { name: 'admin', groups: [everything] } };
  return {
    clusterName: options.name,
    tokens: options.tokens,
    accessEntries: options.accessEntries,
    staticTokens: [admin, ...(options.staticTokens ?? [])],
  };
}

function describe(
  { network, tags = {}, name, region, accountId, version }: ClusterOptions,
  found: Pick<EksCluster, 'endpoint' | 'certificateAuthority' | 'createdAt'>,
): EksCluster {
  const arn = `arn:aws:eks:${region}:${accountId}:cluster/${name}`;
  return { ...network, ...found, name, version, arn, tags };
}

function warnOfBug(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/**
 * Returns the directory of these clusters for the simulated EKS API.
 * @param clusters called for each request
 */
export function directoryOf(clusters: () => readonly Cluster[]): ClusterDirectory {
  const inRegion = (accountId: string, region: string): readonly Cluster[] =>
    clusters().filter((cluster) => cluster.accountId === accountId && cluster.region === region);
  return {
    find: (accountId, region, name) =>
      inRegion(accountId, region).find(({ description }) => description.name === name)
        ?.description ?? null,
    list: (accountId, region) => inRegion(accountId, region).map(({ description }) => description),
  };
}
