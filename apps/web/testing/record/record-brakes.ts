import {
  BrakeThresholdsDocument,
  ClusterNamesDocument,
  PausePoolsDocument,
  PausesDocument,
  ReleasePauseDocument,
  SetPauseDocument,
  SpendLimitsDocument,
} from '../../src/gql/graphql.js';
import type { Recorder } from './recorder.js';
import type { Stage } from './stage.js';

/** Reads what the page of brakes, the banner and the form for pauses show. */
export async function readBrakes(recorder: Recorder, { prod }: Pick<Stage, 'prod'>): Promise<void> {
  const { clusters } = await recorder.record(ClusterNamesDocument, { after: null });
  for (const clusterId of [null, ...clusters.nodes.map(({ id }) => id)]) {
    await recorder.record(PausesDocument, { clusterId, includeReleased: false });
  }
  for (const clusterId of [null, prod.id]) {
    await recorder.record(PausesDocument, { clusterId, includeReleased: true });
    await recorder.record(SpendLimitsDocument, { clusterId });
  }
  await recorder.record(BrakeThresholdsDocument, { clusterId: prod.id });
  await recorder.record(PausePoolsDocument, { clusterId: prod.id });
}

/** Sets a pause and releases it. */
export async function changePauses(recorder: Recorder, { prod }: Stage): Promise<void> {
  const input = {
    scope: { kind: 'CLUSTER', clusterId: prod.id },
    stops: 'DISRUPTION',
    reason: 'Bad AMI, see INC-123',
  } as const;
  const { setPause } = await recorder.record(SetPauseDocument, { input });
  if (setPause.pause === null) throw new Error('The pause was refused.');
  const { id, version } = setPause.pause;
  await recorder.record(ReleasePauseDocument, { input: { id, expectedVersion: version } });
}
