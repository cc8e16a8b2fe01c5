import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { AppError, messageOf } from '@kerf/core';
import { Sandbox, type SandboxOptions } from '../fleet/sandbox.js';
import type { FleetSize } from '../fleet/setup/equal-clusters.js';
import { type Pace, paces } from '../kubernetes/pace/pace-switch.js';

export const serveUsage = `serve --state FOLDER [options]
  --aws-port N              port of the simulated AWS (4566; 0: a free one)
  --kubernetes-ports A,B,C  ports of the API servers (0: the last ones, or free ones)
  --control-port N          port of the control API (0: a free one)
  --listen HOST             address that the servers listen on (127.0.0.1)
  --advertise HOST          host by which clients reach them (127.0.0.1)
  --manifests FOLDER        manifests that every cluster gets, e.g. Karpenter's CRDs; may be repeated
  --iam FOLDER              policies of Kerf and of the roles that it assumes, e.g. deploy/iam
  --seed N                  seed of the fleet; the same seed creates the same fleet (42)
  --speed N                 speed of booting instances and ending pods, times real time (10)
  --pace instant|real       pace of schedulers and controllers: at once, or at the rates of a real
                            control plane (instant)
  --scheduler-config FILE   KubeSchedulerConfiguration, for its default spread constraints
  --latency N               latency of AWS calls, as a factor of the usual latency (1; 0: none)
  --day-speed N             speed of the simulated day, times real time (72: 20 minutes; 0: paused)
  --fleet CLUSTERSxNODES    so many equal clusters of so many nodes, instead of the sample fleet`;

/** Pause before the state is saved; changes since the last save are lost if the process is killed. */
const shortestPauseMs = 5_000;
/** Saving takes at most this part of the time, however large the state is. */
const savingShare = 0.1;

/** Pods per MiB of the process's largest heap. */
const podsPerMiB = 21;

/** Runs the simulated fleet until SIGTERM or SIGINT. */
export async function serve(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${serveUsage}\n`);
    return;
  }
  const sandbox = await Sandbox.open(readOptions(args));
  const { clusters, awsEndpoint, sandboxControl } = sandbox.info;
  const names = clusters.map(({ name }) => name).join(', ');
  process.stdout.write(`AWS at ${awsEndpoint}; clusters ${names}; control at ${sandboxControl}\n`);
  const stopping = new AbortController();
  void keepSaving(sandbox, stopping.signal);
  const stop = (): void => {
    stopping.abort();
    void sandbox.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function keepSaving(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  let pauseMs = shortestPauseMs;
  while (!signal.aborted) {
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    const from = performance.now();
    await sandbox.save().catch((error: unknown) => {
      process.stderr.write(`Writing the state of the sandbox failed: ${String(error)}\n`);
    });
    pauseMs = Math.max(shortestPauseMs, (performance.now() - from) / savingShare);
  }
}

function readOptions(args: readonly string[]): Parameters<typeof Sandbox.open>[0] {
  const { values } = parseArgs({
    args: [...args],
    options: {
      state: { type: 'string' },
      'aws-port': { type: 'string', default: '4566' },
      'kubernetes-ports': { type: 'string', default: '0,0,0' },
      'control-port': { type: 'string', default: '0' },
      listen: { type: 'string', default: '127.0.0.1' },
      advertise: { type: 'string', default: '127.0.0.1' },
      manifests: { type: 'string', multiple: true, default: [] },
      iam: { type: 'string' },
      seed: { type: 'string', default: '42' },
      speed: { type: 'string', default: '10' },
      pace: { type: 'string', default: 'instant' },
      'scheduler-config': { type: 'string' },
      latency: { type: 'string', default: '1' },
      'day-speed': { type: 'string', default: '72' },
      fleet: { type: 'string' },
    },
  });
  if (values.state === undefined) throw invalid('--state FOLDER is required.');
  return {
    folder: values.state,
    awsPort: numberOf('--aws-port', values['aws-port']),
    kubernetesPorts: values['kubernetes-ports']
      .split(',')
      .map((port) => numberOf('--kubernetes-ports', port)),
    controlPort: numberOf('--control-port', values['control-port']),
    listenHost: values.listen,
    advertisedHost: values.advertise,
    manifests: values.manifests,
    ...(values.iam !== undefined && { iam: values.iam }),
    seed: numberOf('--seed', values.seed),
    speed: numberOf('--speed', values.speed),
    pace: paceOf(values.pace),
    ...schedulerConfigurationOf(values['scheduler-config']),
    latency: numberOf('--latency', values.latency),
    daySpeed: numberOf('--day-speed', values['day-speed']),
    ...(values.fleet !== undefined && { size: sizeOf(values.fleet) }),
    maxPods: Math.floor((getHeapStatistics().heap_size_limit / 2 ** 20) * podsPerMiB),
    onBug: (error, where) =>
      process.stderr.write(`${where}: ${error instanceof Error ? error.stack : String(error)}\n`),
    onProgress: (progress) => process.stdout.write(`${progress}\n`),
  };
}

function paceOf(text: string): Pace {
  const pace = paces.find((one) => one.toLowerCase() === text);
  if (pace === undefined) throw invalid(`--pace must be instant or real, not "${text}".`);
  return pace;
}

function schedulerConfigurationOf(
  path: string | undefined,
): Pick<SandboxOptions, 'schedulerConfiguration'> {
  if (path === undefined) return {};
  try {
    return { schedulerConfiguration: readFileSync(path, 'utf8') };
  } catch (error) {
    throw invalid(`--scheduler-config cannot be read: ${messageOf(error)}.`);
  }
}

function sizeOf(text: string): FleetSize {
  const [, clusters, nodesPerCluster] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  const size = { clusters: Number(clusters), nodesPerCluster: Number(nodesPerCluster) };
  if (size.clusters >= 1 && size.clusters <= 200 && size.nodesPerCluster >= 1) return size;
  throw invalid(`--fleet must be CLUSTERSxNODES with 1 to 200 clusters, not "${text}".`);
}

function numberOf(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw invalid(`${option} must be numbers from 0, not "${text}".`);
}

function invalid(message: string): AppError {
  return new AppError({ code: 'INPUT.INVALID', message });
}
