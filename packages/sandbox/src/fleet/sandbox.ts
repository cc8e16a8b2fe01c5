import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant } from '@kerf/core';
import { createTokenVerifier } from '../aws/auth/token-verifier.js';
import { type AwsServer, startAwsServer } from '../aws/server.js';
import { waitForPort } from '../http-listener.js';
import { type Cluster, createCluster, directoryOf } from '../kubernetes/create-cluster.js';
import { isObject, type JsonObject } from '../kubernetes/json/json.js';
import { kubeconfigFor } from '../kubernetes/kubeconfig.js';
import type { Pace } from '../kubernetes/pace/pace-switch.js';
import { ScenarioRunner } from '../scenarios/scenario-runner.js';
import { regions } from '../world/compute/regions.js';
import { createSandboxClock, type WorldClock } from '../world/time/sandbox-clock.js';
import { createWorld, restoreWorld, type World } from '../world/world.js';
import { type ControlServer, startControlServer } from './control/control-server.js';
import type { Fleet } from './fleet.js';
import { LoadSimulator } from './load/load-simulator.js';
import { readManifests } from './read-manifests.js';
import { type AwsProfile, awsConfigFor } from './setup/aws-config.js';
import {
  administratorOf,
  type ClusterAwsResources,
  createAccounts,
  createClusterResources,
} from './setup/aws-resources.js';
import { clusterDefinitions, clusterObjects } from './setup/cluster-objects.js';
import {
  type ClusterPlan,
  exerciseCluster,
  hub,
  clusters as samplePlans,
} from './setup/cluster-plans.js';
import { addCapacityFor, equalClusters, type FleetSize } from './setup/equal-clusters.js';
import { type IamDocuments, readIamDocuments } from './setup/iam-documents.js';
import { startNodeGroups } from './setup/node-groups.js';
import { waitUntilSettled } from './setup/wait-until-settled.js';
import { readState, type SandboxState, writePrivately, writeState } from './state-file.js';

export interface SandboxOptions {
  /** Folder for the state, the kubeconfig and `info.json`. */
  readonly folder: string;
  readonly awsPort: number;
  /** One port per cluster, in the order of the plans; 0 uses a free port. */
  readonly kubernetesPorts: readonly number[];
  /** Folders of manifests that are applied to each cluster: CRDs, RBAC. */
  readonly manifests: readonly string[];
  /**
   * Folder with the documents of the permissions that Kerf needs, such as `deploy/iam`; without
   * one, Kerf has many permissions.
   */
  readonly iam?: string;
  /** Port of the control API; 0 uses a free port. */
  readonly controlPort: number;
  readonly seed: number;
  /** Speed of booting instances and ending pods, times real time. */
  readonly speed: number;
  /** How fast the control planes work; default `Instant`. */
  readonly pace?: Pace;
  /** A KubeSchedulerConfiguration for the schedulers of all clusters; see `createCluster`. */
  readonly schedulerConfiguration?: string;
  /** Speed of the simulated day, times real time; 0 pauses it. */
  readonly daySpeed: number;
  /** Latency of AWS calls as a factor of the usual latency; default 1. */
  readonly latency?: number;
  /** Address that all servers listen on; default 127.0.0.1. */
  readonly listenHost?: string;
  /** Host name for clients; default 127.0.0.1. */
  readonly advertisedHost?: string;
  /**
   * Equal clusters instead of the sample fleet. They are for measurements, so their state is not
   * saved: that of 50 clusters of 200 nodes has 500 MB, more than a string may have. They are
   * opened when their nodes and pods are ready.
   */
  readonly size?: FleetSize;
  /** Number of pods that all clusters hold together; no limit by default. */
  readonly maxPods?: number;
  readonly onBug: (error: unknown, where: string) => void;
  /** Called with the progress of a start that takes long. */
  readonly onProgress?: (progress: string) => void;
}

/** Content of `info.json`, for the supervisor and scripts. */
export interface SandboxInfo {
  readonly awsEndpoint: string;
  /** URL of the control API; see control-server.ts. */
  readonly sandboxControl: string;
  readonly hub: {
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  readonly kubeconfig: string;
  /** Path of a configuration file for the AWS CLI, with a profile for each cluster and the hub's. */
  readonly awsConfig: string;
  readonly clusters: readonly {
    readonly name: string;
    readonly context: string;
    readonly awsProfile: string;
    readonly region: string;
    readonly roleArn: string;
    /** External ID of the role's trust policy; `POST /trust` changes it. */
    readonly externalId: string;
    /** SQS queue that receives interruption events. */
    readonly interruptionQueue: string;
    readonly mode: string;
  }[];
  readonly exercise: { readonly cluster: string; readonly context: string };
}

const loopback = '127.0.0.1';

interface RunningCluster {
  readonly plan: ClusterPlan;
  readonly place: ClusterAwsResources;
  readonly cluster: Cluster;
}

/** The running sandbox: simulated AWS, clusters and control API. */
export class Sandbox {
  readonly info: SandboxInfo;
  readonly fleet: Fleet;
  readonly #folder: string;
  readonly #aws: AwsServer;
  readonly #control: ControlServer;
  readonly #clusters: readonly RunningCluster[];
  readonly #isSaved: boolean;
  #saving: Promise<void> = Promise.resolve();

  private constructor(parts: {
    readonly folder: string;
    readonly fleet: Fleet;
    readonly clusters: readonly RunningCluster[];
    readonly aws: AwsServer;
    readonly control: ControlServer;
    readonly isSaved: boolean;
  }) {
    this.fleet = parts.fleet;
    this.#folder = parts.folder;
    this.#clusters = parts.clusters;
    this.#aws = parts.aws;
    this.#control = parts.control;
    this.#isSaved = parts.isSaved;
    this.info = infoOf(parts.folder, parts.clusters, {
      awsEndpoint: parts.aws.url,
      sandboxControl: parts.control.url,
    });
  }

  /** Restores the state of the folder, or creates a new fleet. */
  static async open(options: SandboxOptions): Promise<Sandbox> {
    const { folder, onBug } = options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const state = await readState(folder);
    const clock = createSandboxClock(options.speed);
    const plans = options.size === undefined ? samplePlans : equalClusters(options.size);
    const iam = options.iam === undefined ? null : await readIamDocuments(options.iam);
    const world = openWorld({ ...options, plans, iam }, state, clock);
    if (options.size !== undefined) addCapacityFor(world, options.size);
    const objects = await readManifests(options.manifests);
    await waitForPorts(options, state);
    const running: RunningCluster[] = [];
    const whyFull = podLimit(running, options.maxPods ?? Infinity);
    for (const [index, plan] of plans.entries()) {
      const port = options.kubernetesPorts[index] ?? 0;
      running.push(
        await openCluster({
          ...options,
          world,
          clock,
          state,
          iam,
          plan,
          port,
          whyFull,
        }),
      );
    }
    // After all are open: the nodes and pods of the first ones would delay the opening of the others.
    for (const one of running) {
      if (state?.clusters[one.plan.name] === undefined) fillCluster(world, one, objects);
    }
    if (options.size !== undefined) {
      await waitUntilSettled(running, options.onProgress ?? (() => undefined));
    }
    const aws = await startAwsServer({
      world,
      clusters: directoryOf(() => running.map(({ cluster }) => cluster)),
      port: options.awsPort,
      latency: options.latency ?? 1,
      ...hostsOf(options),
      onBug,
    });
    const fleet = {
      world,
      clusters: running,
      loadSimulator: new LoadSimulator(world, running, onBug),
    };
    const scenarioRunner = new ScenarioRunner(fleet);
    const control = await startControlServer({
      fleet,
      scenarioRunner,
      port: options.controlPort,
      listenHost: options.listenHost ?? loopback,
      advertisedHost: options.advertisedHost ?? loopback,
      onBug,
    });
    fleet.loadSimulator.start();
    const isSaved = options.size === undefined;
    const sandbox = new Sandbox({ folder, fleet, aws, control, clusters: running, isSaved });
    await sandbox.#announce();
    return sandbox;
  }

  /** Saves run one after another, so that a slow disk never mixes two states. */
  save(): Promise<void> {
    if (!this.#isSaved) return Promise.resolve();
    const saved = this.#saving.then(() => this.#writeState());
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async close(): Promise<void> {
    this.fleet.loadSimulator.stop();
    await this.#control.close();
    await this.#aws.close();
    await this.save();
    await Promise.all(this.#clusters.map(({ cluster }) => cluster.close()));
    this.fleet.world.stop();
  }

  async #writeState(): Promise<void> {
    await writeState(this.#folder, {
      world: this.fleet.world.snapshot(),
      clusters: Object.fromEntries(
        this.#clusters.map(({ plan, place, cluster }) => [
          plan.name,
          { place, state: cluster.snapshot() },
        ]),
      ),
    });
  }

  async #announce(): Promise<void> {
    const config = kubeconfigFor(this.#clusters.map(({ cluster }) => cluster));
    await writePrivately(this.info.kubeconfig, config);
    const profiles = awsProfilesOf(this.#clusters.map(({ plan }) => plan));
    await writePrivately(this.info.awsConfig, awsConfigFor(this.info.awsEndpoint, profiles));
    // Written last, because other processes wait for this file.
    await writePrivately(join(this.#folder, 'info.json'), JSON.stringify(this.info, null, 2));
  }
}

/** Listen address and host name of servers. */
type Hosts = Pick<SandboxOptions, 'listenHost' | 'advertisedHost'>;

interface OpenWorld extends Pick<SandboxOptions, 'seed' | 'speed' | 'daySpeed'> {
  readonly plans: readonly ClusterPlan[];
  readonly iam: IamDocuments | null;
}

function openWorld(
  { seed, speed, daySpeed, plans, iam }: OpenWorld,
  state: SandboxState | null,
  clock: WorldClock,
): World {
  if (state === null) {
    const world = createWorld({ seed, speed, daySpeed, clock });
    createAccounts(world, plans, iam);
    return world;
  }
  const world = restoreWorld(state.world, { speed, clock });
  world.day.setSpeed(daySpeed);
  // Scenarios end with the process that ran them.
  world.faults.clear();
  world.capacity.reset();
  for (const id of world.state.instances.keys()) world.instances.setImpaired(id, false);
  return world;
}

/** A restarted sandbox has the addresses that its clients know, also while they try to reach it. */
async function waitForPorts(
  { awsPort, controlPort, kubernetesPorts, listenHost: host = loopback }: SandboxOptions,
  state: SandboxState | null,
): Promise<void> {
  const saved = Object.values(state?.clusters ?? {}).map((cluster) => cluster.state.port);
  const ports = new Set([awsPort, controlPort, ...kubernetesPorts, ...saved]);
  await Promise.all([...ports].map((port) => waitForPort({ port, host })));
}

interface OpenCluster
  extends Pick<SandboxOptions, 'onBug' | 'pace' | 'schedulerConfiguration'>,
    Hosts {
  readonly world: World;
  readonly clock: WorldClock;
  readonly state: SandboxState | null;
  readonly iam: IamDocuments | null;
  readonly plan: ClusterPlan;
  readonly port: number;
  readonly whyFull: (collection: string) => string | null;
}

/** Refuses pods beyond the memory of the process, which all clusters share. */
function podLimit(running: readonly RunningCluster[], maxPods: number) {
  return (collection: string): string | null => {
    if (collection !== 'pods') return null;
    const stores = running.map(({ cluster }) => cluster.api.parts.store.collection('pods'));
    const pods = stores.reduce((sum, { size }) => sum + size, 0);
    if (pods < maxPods) return null;
    return `the simulated fleet has memory for ${maxPods} pods. Delete some, or start it with a larger KERF_STACK_HEAP_MB.`;
  };
}

async function openCluster(options: OpenCluster): Promise<RunningCluster> {
  const { world, clock, plan, port, whyFull, onBug, schedulerConfiguration } = options;
  const saved = options.state?.clusters[plan.name];
  const zones = regions.get(plan.region)?.zones.map(({ name }) => name);
  invariant(zones !== undefined, `the sandbox has no region ${plan.region}`);
  const { iam } = options;
  const place = saved?.place ?? createClusterResources(world, plan, { zones, iam });
  const groups = plan.mode === 'observe' ? ['kerf:observe'] : ['kerf:observe', 'kerf:act'];
  const cluster = await createCluster({
    name: plan.name,
    accountId: plan.accountId,
    region: plan.region,
    version: plan.version,
    port,
    ...hostsOf(options),
    clock,
    instances: hostOf(world, plan),
    tokens: createTokenVerifier(world),
    accessEntries: [{ principalArn: place.kerfRoleArn, groups }],
    network: {
      serviceCidr: '10.100.0.0/16',
      vpcId: place.vpcId,
      subnetIds: place.subnets.map(({ id }) => id),
      securityGroupIds: [place.securityGroupId],
    },
    tags: plan.tags,
    ...(saved === undefined ? {} : { state: saved.state }),
    ...(options.pace === undefined ? {} : { pace: options.pace }),
    ...(schedulerConfiguration !== undefined && { schedulerConfiguration }),
    whyFull,
    onBug: (error) => onBug(error, plan.name),
  });
  return { plan, place, cluster };
}

/** Applies the objects of a new cluster, and starts its nodes. */
function fillCluster(world: World, site: RunningCluster, objects: readonly JsonObject[]): void {
  const { plan, cluster } = site;
  cluster.apply(objects);
  cluster.apply(clusterObjects(plan).filter(isObject));
  if (knowsNodePools(cluster)) cluster.apply(clusterDefinitions(plan).filter(isObject));
  startNodeGroups(world, site);
}

function hostsOf({ listenHost, advertisedHost }: Hosts): Hosts {
  return {
    ...(listenHost === undefined ? {} : { listenHost }),
    ...(advertisedHost === undefined ? {} : { advertisedHost }),
  };
}

/** Returns true if the manifests included the CRDs. */
function knowsNodePools({ api }: Cluster): boolean {
  return api.parts.resources.findKind('karpenter.sh/v1', 'NodePool') !== undefined;
}

/** Returns the instances of the cluster's own account and region, on which its kubelets run. */
function hostOf(world: World, { accountId, region }: ClusterPlan) {
  const { instances } = world;
  return {
    onBooted: (listener: Parameters<typeof instances.onBooted>[0]) =>
      instances.onBooted((instance) => {
        if (instance.accountId === accountId && instance.region === region) listener(instance);
      }),
    onStopped: (listener: Parameters<typeof instances.onStopped>[0]) =>
      instances.onStopped(listener),
    onUnreachable: (listener: Parameters<typeof instances.onUnreachable>[0]) =>
      instances.onUnreachable(listener),
  };
}

const awsProfileOf = ({ name }: ClusterPlan): string => `kerf-${name}`;

/** Returns an administrator's profile per cluster, and one for the hub account. */
function awsProfilesOf(ofClusters: readonly ClusterPlan[]): readonly AwsProfile[] {
  return [
    { name: `kerf-${hub.accountName}`, ...hub },
    ...ofClusters.map((plan) => ({
      name: awsProfileOf(plan),
      region: plan.region,
      ...administratorOf(plan.accountId),
    })),
  ];
}

function infoOf(
  folder: string,
  clusters: readonly RunningCluster[],
  urls: Pick<SandboxInfo, 'awsEndpoint' | 'sandboxControl'>,
): SandboxInfo {
  const { region, accessKeyId, secretAccessKey } = hub;
  const names = clusters.map(({ plan }) => plan.name);
  const exercise = names.includes(exerciseCluster) ? exerciseCluster : (names[0] ?? '');
  return {
    ...urls,
    hub: { region, accessKeyId, secretAccessKey },
    kubeconfig: join(folder, 'kubeconfig'),
    awsConfig: join(folder, 'aws-config'),
    clusters: clusters.map(({ plan, place }) => ({
      name: plan.name,
      context: plan.name,
      awsProfile: awsProfileOf(plan),
      region: plan.region,
      roleArn: place.kerfRoleArn,
      externalId: place.externalId,
      interruptionQueue: place.queue,
      mode: plan.mode,
    })),
    exercise: { cluster: exercise, context: exercise },
  };
}
