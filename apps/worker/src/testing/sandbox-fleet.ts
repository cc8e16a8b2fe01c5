import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invariant } from '@kerf/core';

const root = new URL('../../../../', import.meta.url).pathname;

/** The sandbox's ready message, as far as specs need it. */
interface FleetInfo {
  readonly awsEndpoint: string;
  readonly hub: {
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  readonly kubeconfig: string;
  readonly clusters: readonly {
    readonly name: string;
    readonly context: string;
    readonly region: string;
    readonly roleArn: string;
    readonly externalId: string;
    readonly interruptionQueue: string;
  }[];
  readonly exercise: { readonly cluster: string };
  readonly sandboxControl: string;
}

/** The sandbox's fleet in its own process, with free ports and a temporary directory. */
export class SandboxFleet {
  readonly info: FleetInfo;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(info: FleetInfo, process: ChildProcess, folder: string) {
    this.info = info;
    this.#process = process;
    this.#folder = folder;
  }

  /** @param schedulerConfiguration KubeSchedulerConfiguration of the schedulers of all clusters */
  static async start(schedulerConfiguration?: string): Promise<SandboxFleet> {
    const cli = join(root, 'packages/sandbox/dist/cli.js');
    invariant(existsSync(cli), 'the sandbox is built: npm run build');
    const folder = await mkdtemp(join(tmpdir(), 'kerf-fleet-'));
    const manifests = ['crds', 'rbac'].flatMap((name) => [
      '--manifests',
      join(root, 'deploy', name),
    ]);
    const policy = ['--iam', join(root, 'deploy/iam')];
    const state = ['--state', folder, '--aws-port', '0', '--speed', '50'];
    const scheduler = await schedulerArgs(folder, schedulerConfiguration);
    const args = ['serve', ...state, ...policy, ...manifests, ...scheduler];
    const process = spawn(globalThis.process.execPath, [cli, ...args], { stdio: 'ignore' });
    const path = join(folder, 'info.json');
    while (!existsSync(path)) {
      invariant(process.exitCode === null, 'the sandbox starts');
      await sleep(20);
    }
    const info: FleetInfo = JSON.parse(await readFile(path, 'utf8'));
    return new SandboxFleet(info, process, folder);
  }

  /** Environment variables of the SDK that point it to the sandbox. */
  get awsEnvironment(): Readonly<Record<string, string>> {
    const { awsEndpoint, hub } = this.info;
    return {
      AWS_ENDPOINT_URL: awsEndpoint,
      AWS_REGION: hub.region,
      AWS_ACCESS_KEY_ID: hub.accessKeyId,
      AWS_SECRET_ACCESS_KEY: hub.secretAccessKey,
    };
  }

  /** @param name default: the cluster whose nodes have no free capacity */
  cluster(name = this.info.exercise.cluster): FleetInfo['clusters'][number] {
    const cluster = this.info.clusters.find((one) => one.name === name);
    invariant(cluster !== undefined, `the fleet has a cluster ${name}`);
    return cluster;
  }

  /** Calls the control API of the sandbox, e.g. `scenarios/inflate`. */
  async control(path: string, options: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const response = await fetch(`${this.info.sandboxControl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(options),
    });
    invariant(response.ok, `the sandbox accepts ${path}: ${await response.text()}`);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function schedulerArgs(
  folder: string,
  configuration: string | undefined,
): Promise<readonly string[]> {
  if (configuration === undefined) return [];
  const path = join(folder, 'scheduler.yaml');
  await writeFile(path, configuration);
  return ['--scheduler-config', path];
}
