import { ClusterQueries } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import { type Outcome, refuse } from '../../contract/outcome.js';
import { refuseClusterWrite } from '../../contract/refuse-access.js';
import type { ApiEnv } from '../../env.js';
import type { SetExercisePodsInput } from '../../generated/schema-types.js';
import { ENV } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { readSandboxInfo } from './sandbox-info.js';
import { setSandboxPods } from './set-sandbox-pods.js';

const noSandbox = refuse(
  'NOT_FOUND',
  'There is no sandbox. The exercise is for the simulated fleet of `npm start` only.',
);

/** Writes of the exercise, which reach the simulated cluster through the sandbox and never a real one. */
@Injectable()
export class ExerciseWrites {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(ClusterQueries) private readonly clusters: ClusterQueries,
  ) {}

  /** Sets the number of pods of the exercise; needs the permission to change NodePools of its cluster. */
  async setPods(caller: Caller, { pods }: SetExercisePodsInput): Promise<Outcome<string>> {
    const { KERF_SANDBOX_INFO: path, KERF_SANDBOX_CONTROL_URL: control } = this.env;
    const info = path === undefined ? null : await readSandboxInfo(path);
    if (info === null || control === undefined) return noSandbox;
    const { exerciseCluster: cluster } = info;
    const place = await this.clusters.locate(cluster);
    if (place === null) {
      return refuse('NOT_FOUND', `Cluster ${cluster} of the exercise is not registered.`);
    }
    const refusal = refuseClusterWrite(caller.principal, 'definition.write', place.id);
    return refusal ?? setSandboxPods(control, { cluster, pods });
  }
}
