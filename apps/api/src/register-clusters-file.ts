import { readFile } from 'node:fs/promises';
import { type Principal, registerCluster } from '@kerf/application';
import { AppError, assertNever, messageOf } from '@kerf/core';
import { clusterModes } from '@kerf/engine';
import { z } from 'zod';
import type { ApiPorts } from './parts.js';

const text = z.string();

/** Other fields are ignored: the sandbox's `info.json` is such a file. */
const schema = z.object({
  clusters: z.array(
    z.object({
      name: text,
      region: text,
      roleArn: text,
      externalId: text.nullable().default(null),
      mode: z.enum(clusterModes),
      interruptionQueue: text.nullish(),
    }),
  ),
});

type FileCluster = z.infer<typeof schema>['clusters'][number];

/**
 * Registers the clusters of a JSON file; clusters that are already registered stay as they are.
 * @returns one line per cluster
 * @throws INPUT.INVALID with the file, the field and the error
 */
export async function registerClustersFile(
  ports: Pick<ApiPorts, 'store' | 'clock' | 'ids' | 'secrets'>,
  principal: Principal,
  path: string,
): Promise<string> {
  const lines: string[] = [];
  for (const cluster of await readClusters(path)) {
    const outcome = await registerCluster(ports, principal, {
      ...cluster,
      interruptionQueue: cluster.interruptionQueue ?? null,
      endpoint: null,
      certificateAuthority: null,
      requestId: null,
    });
    switch (outcome.kind) {
      case 'Registered':
        lines.push(`${cluster.name}: registered`);
        break;
      case 'NameTaken':
        lines.push(`${cluster.name}: already registered`);
        break;
      case 'Invalid':
        throw refusal(
          path,
          outcome.problems.map((problem) => `${cluster.name}: ${problem.path} ${problem.message}`),
        );
      default:
        assertNever(outcome);
    }
  }
  return lines.join('\n');
}

async function readClusters(path: string): Promise<readonly FileCluster[]> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    throw refusal(path, [messageOf(error)]);
  });
  const read = schema.safeParse(parseJson(path, content));
  if (read.success) return read.data.clusters;
  throw refusal(
    path,
    read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  );
}

function parseJson(path: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw refusal(path, ['is not valid JSON']);
  }
}

const refusal = (path: string, problems: readonly string[]): AppError =>
  new AppError({ code: 'INPUT.INVALID', message: `${path}: ${problems.join('; ')}` });
