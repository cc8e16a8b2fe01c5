import {
  AlertThresholdsDocument,
  BrakeThresholdsDocument,
  ChangeAlertThresholdsDocument,
  ChangeBrakeSettingsDocument,
  ClusterNamesDocument,
  CreateSpendLimitDocument,
  DeleteSpendLimitDocument,
  PausePoolsDocument,
  PausesDocument,
  PauseTeamsDocument,
  ReleasePauseDocument,
  SetPauseDocument,
  SpendLimitsDocument,
  UpdateSpendLimitDocument,
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
  await recorder.record(AlertThresholdsDocument, {});
  await recorder.record(PauseTeamsDocument, {});
  await recorder.record(PausePoolsDocument, { clusterId: prod.id });
}

/** Sets a pause and releases it, and writes a spend limit and thresholds. */
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
  const [team] = (await recorder.record(PauseTeamsDocument, {})).teams;
  if (team === undefined) throw new Error('The stack has no team.');
  const ofTeam = { ...input, scope: { kind: 'TEAM', teamId: team.id } } as const;
  await recorder.record(SetPauseDocument, { input: ofTeam });
  await changeSpendLimits(recorder, prod.id);
}

async function changeSpendLimits(recorder: Recorder, clusterId: string): Promise<void> {
  const amounts = { monthly: null, blocksLaunches: false };
  const scope = { kind: 'CLUSTER', clusterId } as const;
  const created = await recorder.record(CreateSpendLimitDocument, {
    input: { scope, hourly: '5', ...amounts },
  });
  const limit = created.createSpendLimit.spendLimit;
  if (limit === null) throw new Error('The spend limit was refused.');
  const { id } = limit;
  const update = { id, expectedVersion: limit.version, hourly: '6', ...amounts };
  await recorder.record(UpdateSpendLimitDocument, { input: update });
  await recorder.record(DeleteSpendLimitDocument, {
    input: { id, expectedVersion: limit.version + 1 },
  });
  const { brakeSettings } = await recorder.record(BrakeThresholdsDocument, { clusterId });
  await recorder.record(ChangeBrakeSettingsDocument, {
    input: { clusterId, expectedVersion: brakeSettings.version, alertNodes: 500 },
  });
  await recorder.record(ChangeAlertThresholdsDocument, {
    input: { scope: { kind: 'ORGANIZATION' }, expectedVersion: 0, nodes: 500 },
  });
}
