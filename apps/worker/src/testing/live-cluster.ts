import { readFileSync } from 'node:fs';
import {
  type AdjustableSettings,
  type Cluster,
  type ClusterSettings,
  defaultClusterSettings,
  organizationAdmin,
  type Store,
  updateCluster,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { createPrismaStore, type Database, openFreshDatabase } from '@kerf/db';
import { createManifestReader } from '@kerf/definitions';
import { systemClock, uuidIdSource } from '@kerf/system';
import { aCluster } from '@kerf/testing';
import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  loadAllYaml,
  type V1Pod,
} from '@kubernetes/client-node';
import { KillableWorker } from './killable-worker.js';
import { SandboxFleet } from './sandbox-fleet.js';

const root = new URL('../../../../', import.meta.url);

export interface LiveClusterOptions {
  readonly workerId: string;
  /** Default: the cluster whose nodes have no free capacity. */
  readonly clusterName?: string;
  /** Configures the cluster's interruption queue. */
  readonly hasInterruptionQueue?: true;
  /** Settings of the cluster that are not the defaults. */
  readonly settings?: Partial<ClusterSettings>;
  /** KubeSchedulerConfiguration of the schedulers of the sandbox. */
  readonly schedulerConfiguration?: string;
  /** Additional settings of the worker. */
  readonly workerEnv?: NodeJS.ProcessEnv;
}

/**
 * A sandbox cluster, registered in its own database, and a worker that can hold it: the production
 * processes without the API. Plans are made and validated at shorter intervals.
 */
export class LiveCluster {
  readonly fleet: SandboxFleet;
  readonly database: Database & { readonly url: string };
  readonly store: Store;
  readonly cluster: Cluster;
  readonly worker: KillableWorker;
  readonly kubeconfig = new KubeConfig();

  private constructor(
    fleet: SandboxFleet,
    database: Database & { readonly url: string },
    options: LiveClusterOptions,
  ) {
    const { workerId, clusterName, hasInterruptionQueue: hearsWarnings, workerEnv } = options;
    this.fleet = fleet;
    this.database = database;
    this.store = createPrismaStore(database);
    const { context, name, region, roleArn, externalId, interruptionQueue } =
      fleet.cluster(clusterName);
    this.kubeconfig.loadFromFile(fleet.info.kubeconfig);
    this.kubeconfig.setCurrentContext(context);
    const { server = null, caData = null } = this.kubeconfig.getCurrentCluster() ?? {};
    this.cluster = aCluster({
      id: `clu_${workerId}`,
      name,
      region,
      roleArn,
      externalId,
      // As its check records them; the worker would start the cluster again when it learns them.
      endpoint: server,
      certificateAuthority: caData,
      interruptionQueue: hearsWarnings === true ? interruptionQueue : null,
      mode: 'auto',
      settings: {
        ...defaultClusterSettings,
        disruptionPollMs: 1_000,
        validationDelayMs: 1_000,
        ...options.settings,
      },
    });
    this.worker = this.createWorker(workerId, workerEnv);
  }

  /** Another worker of the same fleet; the caller stops it. */
  createWorker(workerId: string, env: NodeJS.ProcessEnv = {}): KillableWorker {
    return new KillableWorker({
      ...this.fleet.awsEnvironment,
      DATABASE_URL: this.database.url,
      KERF_WORKER_ID: workerId,
      KERF_WORKER_HEALTH_PORT: '0',
      KERF_ALLOWED_CLUSTER_ENDPOINTS: '127.0.0.1',
      // Specs kill their workers again and again.
      KERF_SUSPECT_AFTER_DEATHS: '1000000',
      ...env,
    });
  }

  /** @param databaseUrl server on which the database is created */
  static async open(databaseUrl: string, options: LiveClusterOptions): Promise<LiveCluster> {
    const [fleet, database] = await Promise.all([
      SandboxFleet.start(options.schedulerConfiguration),
      openFreshDatabase(databaseUrl, new URL('prisma/migrations', root).pathname),
    ]);
    const live = new LiveCluster(fleet, database, options);
    await live.store.clusters.insert(live.cluster);
    return live;
  }

  /** Creates the objects of a file in `examples/`, with its placeholder replaced. */
  async create(file: string, change = (text: string): string => text): Promise<void> {
    for (const object of this.read(file, change)) await this.objects.create(object);
  }

  read(file: string, change = (text: string): string => text): readonly KubernetesObject[] {
    const text = readFileSync(new URL(`examples/${file}`, root), 'utf8');
    return loadAllYaml(change(text.replaceAll('${CLUSTER_NAME}', this.cluster.name)));
  }

  /** Changes settings of the cluster, as a user does. */
  async changeSettings(settings: Partial<AdjustableSettings>): Promise<void> {
    const cluster = await this.store.clusters.find(this.cluster.id);
    invariant(cluster !== null, 'the cluster is registered');
    const outcome = await updateCluster(
      {
        store: this.store,
        clock: systemClock,
        ids: uuidIdSource,
        manifests: createManifestReader(),
      },
      { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin },
      { id: cluster.id, expectedVersion: cluster.version, mode: null, settings, requestId: null },
    );
    invariant(outcome.kind === 'Updated', `the settings are changed, not ${outcome.kind}`);
  }

  /** Changes fields of `spec.disruption` of a NodePool. */
  async changeDisruption(
    nodePool: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.kubeconfig.makeApiClient(CustomObjectsApi).patchClusterCustomObject({
      group: 'karpenter.sh',
      version: 'v1',
      plural: 'nodepools',
      name: nodePool,
      body: Object.entries(fields).map(([field, value]) => ({
        op: 'add',
        path: `/spec/disruption/${field}`,
        value,
      })),
    });
  }

  get objects(): KubernetesObjectApi {
    return KubernetesObjectApi.makeApiClient(this.kubeconfig);
  }

  async pods(app: string): Promise<readonly V1Pod[]> {
    const { items } = await this.kubeconfig
      .makeApiClient(CoreV1Api)
      .listNamespacedPod({ namespace: 'default', labelSelector: `app=${app}` });
    return items;
  }

  async runningPods(app: string): Promise<readonly V1Pod[]> {
    return (await this.pods(app)).filter(({ status }) => status?.phase === 'Running');
  }

  async close(): Promise<void> {
    await this.worker.kill();
    await this.database.close();
    await this.fleet.stop();
  }
}
