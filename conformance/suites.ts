import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkAuditLog, readAuditLog } from './checks/audit-log.ts';
import { checkAwsLog, readAwsLog, rolesOf } from './checks/aws-log.ts';
import type { CheckResult } from './checks/check.ts';
import { readInstalledPolicies } from './testbed/aws/installed-policies.ts';
import { Moto } from './testbed/aws/moto.ts';
import { Kubernetes } from './testbed/kubernetes.ts';
import { root } from './testbed/product.ts';
import { preparePrograms } from './testbed/programs.ts';
import type { Stack } from './testbed/stack.ts';

/** A line of the table at the end of a run. */
export interface SuiteResult {
  readonly name: string;
  readonly isPassed: boolean;
  readonly seconds: number;
  readonly detail: string;
}

const vitest = join(root, 'node_modules/.bin/vitest');

type Suite = (stack: Stack) => Promise<readonly CheckResult[]>;

/** In the order in which they run: the checks read what the others left in the logs. */
export const suites: ReadonlyMap<string, Suite> = new Map<string, Suite>([
  ['kubernetes', runKubernetes],
  ['aws', runAws],
  ['scenarios', runScenarios],
  ['checks', runChecks],
]);

/** The wire behavior of the API server, by the specs that also pin the sandbox. */
async function runKubernetes({ info, testbed }: Stack): Promise<readonly CheckResult[]> {
  const { kubebox } = await preparePrograms();
  const folder = join(info.folder, 'kubernetes-suite');
  await mkdir(folder);
  // A cluster of its own, in which the product does not react to the objects of the specs.
  const { tokenReviewUrl } = testbed.bridge;
  const kubernetes = await Kubernetes.start({
    folder,
    kubebox,
    tokenReviewUrl,
    // The specs of expired lists wait for it.
    compactionInterval: '10s',
  });
  // After its restart, the server's watch caches begin at a later revision than the first.
  await kubernetes.killApiServer();
  await kubernetes.startApiServer();
  try {
    return await runSpecs(['run', '--project', 'unit', 'conformance/kubernetes'], {
      KERF_CONFORMANCE_KUBECONFIG: kubernetes.kubeconfig(),
      KERF_CONFORMANCE_KUBECONFIG_NOBODY: kubernetes.kubeconfig('nobody'),
    });
  } finally {
    await kubernetes.stop();
  }
}

/** The wire behavior of moto, by the specs that also pin the sandbox. */
async function runAws({ info }: Stack): Promise<readonly CheckResult[]> {
  const { motoBin } = await preparePrograms();
  const folder = join(info.folder, 'aws-suite');
  await mkdir(folder);
  const moto = await Moto.start(motoBin, folder, 'None');
  try {
    return await runSpecs(['run', '--project', 'unit', 'conformance/aws'], {
      KERF_CONFORMANCE_AWS_ENDPOINT: moto.url,
    });
  } finally {
    await moto.stop();
  }
}

async function runScenarios({ info }: Stack): Promise<readonly CheckResult[]> {
  return runSpecs(['run', '--config', 'conformance/vitest.config.ts'], {
    KERF_CONFORMANCE_STACK: join(info.folder, 'stack.json'),
  });
}

async function runChecks({ info, testbed }: Stack): Promise<readonly CheckResult[]> {
  const [audit, aws, kerfRole] = await Promise.all([
    readFile(info.auditLog, 'utf8'),
    readFile(info.awsLog, 'utf8'),
    readFile(join(root, 'deploy/iam/kerf-role.policy.json'), 'utf8'),
  ]);
  const calls = readAwsLog(aws);
  const installed = await readInstalledPolicies(info.awsUrl, rolesOf(calls));
  return [
    ...checkAuditLog(readAuditLog(audit), testbed.outages()),
    ...checkAwsLog(calls, { installed, kerfRole }),
  ];
}

/** Runs vitest, whose output goes to the terminal. */
async function runSpecs(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<readonly CheckResult[]> {
  const child = spawn(process.execPath, [vitest, ...args, '--passWithNoTests'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const detail = code === 0 ? 'all specs passed' : `vitest ended with ${code}`;
  return [{ name: 'specs', isPassed: code === 0, detail }];
}

/** Runs the named suites on one stack. */
export async function runSuites(
  names: readonly string[],
  stack: Stack,
): Promise<readonly SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const [name, suite] of suites) {
    if (!names.includes(name)) continue;
    const began = Date.now();
    const checks = await suite(stack);
    const seconds = Math.round((Date.now() - began) / 1000);
    results.push(
      ...checks.map(({ name: check, isPassed, detail }) => ({
        name: `${name}: ${check}`,
        isPassed,
        seconds,
        detail,
      })),
    );
  }
  return results;
}
