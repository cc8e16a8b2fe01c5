import { invariant } from '@kerf/core';
import {
  type Answer,
  type CallOptions,
  type OpenWatch,
  WireClient,
} from '../kubernetes/client/wire-client.js';
import { type Cluster, type ClusterOptions, createCluster } from '../kubernetes/create-cluster.js';
import type { Json } from '../kubernetes/json/json.js';
import type { AccessEntry, StaticToken } from '../kubernetes/server/auth/authenticator.js';
import type { TokenVerifier } from '../world/cluster-directory.js';
import type { SandboxClock } from '../world/time/sandbox-clock.js';
import {
  al2023UserData,
  anInstance,
  FakeInstances,
  type UserDataFields,
} from './fake-instances.js';
import { fastClock } from './fast-clock.js';

export interface TestClusterOptions {
  readonly name?: string;
  readonly clock?: SandboxClock;
  readonly instances?: FakeInstances;
  readonly tokens?: TokenVerifier;
  readonly accessEntries?: readonly AccessEntry[];
  readonly staticTokens?: readonly StaticToken[];
  readonly state?: ClusterOptions['state'];
  readonly pace?: ClusterOptions['pace'];
  readonly port?: number;
  readonly advertisedHost?: string;
}

/** A cluster for specs, which collects internal errors. */
export class TestCluster {
  readonly #options: TestClusterOptions;

  readonly bugs: unknown[] = [];
  #cluster: Cluster | null = null;
  readonly instances: FakeInstances;

  constructor(options: TestClusterOptions = {}) {
    this.#options = options;

    this.instances = options.instances ?? new FakeInstances();
  }

  async start(): Promise<this> {
    const { clock, state, pace, staticTokens, port = 0, advertisedHost } = this.#options;
    this.#cluster = await createCluster({
      name: this.#options.name ?? 'test',
      accountId: '111122223333',
      region: 'us-east-1',
      version: '1.36',
      port,
      clock: clock ?? fastClock(),
      instances: this.instances,
      tokens: this.#options.tokens ?? { verify: () => null },
      accessEntries: this.#options.accessEntries ?? [],
      network: {
        serviceCidr: '10.100.0.0/16',
        vpcId: 'vpc-1',
        subnetIds: [],
        securityGroupIds: [],
      },
      onBug: (error) => this.bugs.push(error),
      ...(advertisedHost === undefined ? {} : { advertisedHost }),
      ...(state === undefined ? {} : { state }),
      ...(pace === undefined ? {} : { pace }),
      ...(staticTokens === undefined ? {} : { staticTokens }),
    });
    return this;
  }

  get running(): Cluster {
    invariant(this.#cluster !== null, 'the cluster is started');
    return this.#cluster;
  }

  /** Closes the cluster. Fails if it had internal errors, so that no spec needs to check. */
  async close(): Promise<void> {
    await this.running.close();
    if (this.bugs.length > 0)
      throw new AggregateError(this.bugs, 'the cluster had internal errors');
  }

  /**
   * Boots an instance that joins this cluster.
   * @param number distinguishes instances
   */
  bootNode(
    number: number,
    fields: Partial<Parameters<typeof anInstance>[0]> = {},
    userData: Partial<UserDataFields> = {},
  ): string {
    const privateDnsName = `ip-10-0-0-${number}.ec2.internal`;
    this.instances.boot(
      anInstance({
        instanceId: `i-${number.toString(16).padStart(17, '0')}`,
        privateIp: `10.0.0.${number}`,
        privateDnsName,
        userData: this.userData(userData),
        ...fields,
      }),
    );
    return privateDnsName;
  }

  userData(fields: Partial<UserDataFields> = {}): string {
    const { description, endpoint, certificateAuthority } = this.running;
    return al2023UserData({
      clusterName: description.name,
      endpoint,
      certificateAuthority,
      ...fields,
    });
  }

  call(
    method: string,
    path: string,
    body?: Json,
    options: Partial<CallOptions> = {},
  ): Promise<Answer> {
    return this.#wire().call(method, path, body, { token: this.running.adminToken, ...options });
  }

  watch(path: string): OpenWatch {
    return this.#wire().watch(path, this.running.adminToken);
  }

  #wire(): WireClient {
    const { endpoint, certificateAuthority } = this.running;
    return new WireClient({
      endpoint,
      certificateAuthority: Buffer.from(certificateAuthority, 'base64'),
    });
  }
}
