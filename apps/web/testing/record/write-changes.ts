import {
  ApiTokensDocument,
  ApplyManifestsDocument,
  type ApplyManifestsInput,
  ApproveDecisionDocument,
  ClusterDetailsDocument,
  ConvertManifestsDocument,
  CreateApiTokenDocument,
  DecisionDetailsDocument,
  DeleteDefinitionDocument,
  DisruptionSimulationDocument,
  NodePoolDetailsDocument,
  RecheckClusterDocument,
  RegisterClusterDocument,
  RejectDecisionDocument,
  RemoveClusterDocument,
  RevokeApiTokenDocument,
  SetPasswordDocument,
  SignOutDocument,
  SimulateDisruptionDocument,
  UpdateClusterDocument,
  type UpdateClusterInput,
} from '../../src/gql/graphql.js';
import {
  ambiguousManifest,
  betaManifest,
  tabbedManifest,
  withMoreWeight,
  withTeamLabel,
} from '../recording/manifests.js';
import type { Subjects } from '../recording/recording.js';
import { changePauses } from './record-brakes.js';
import { recordNotifications } from './record-notifications.js';
import type { Recorder } from './recorder.js';
import type { Stage } from './stage.js';
import { until } from './until.js';

/** No object has this version: the API refuses the change as outdated. */
const outdated = 0;

/** Makes the changes that users make on the pages; each is also made over an outdated version. */
export async function writeChanges(
  recorder: Recorder,
  stage: Stage,
  subjects: Subjects,
): Promise<void> {
  await simulateRemoval(recorder, stage, subjects);
  await decide(recorder, subjects);
  await applyManifests(recorder, stage, subjects);
  await changeClusters(recorder, stage);
  await recordNotifications(recorder);
  await changePauses(recorder, stage);
  await changeAccount(recorder);
}

async function simulateRemoval(
  recorder: Recorder,
  { prod }: Stage,
  { managedNode }: Subjects,
): Promise<void> {
  const input = { clusterId: prod.id, nodeNames: [managedNode], idempotencyKey: managedNode };
  const { simulateDisruption } = await recorder.record(SimulateDisruptionDocument, { input });
  const id = simulateDisruption.simulation?.id;
  if (id === undefined) throw new Error('The simulation was refused.');
  await until('simulated removal', async () => {
    const { disruptionSimulation } = await recorder.read(DisruptionSimulationDocument, { id });
    return disruptionSimulation?.state === 'DONE' ? disruptionSimulation : undefined;
  });
  await recorder.record(DisruptionSimulationDocument, { id });
}

async function decide(recorder: Recorder, subjects: Subjects): Promise<void> {
  const versionOf = async (id: string) =>
    (await recorder.read(DecisionDetailsDocument, { id })).decision?.version ?? outdated;
  const id = subjects.emptyDecision;
  const comment = 'quiet hour';
  for (const expectedVersion of [outdated, await versionOf(id)]) {
    await recorder.record(ApproveDecisionDocument, { input: { id, expectedVersion, comment } });
  }
  const surplus = subjects.surplusDecision;
  const input = { id: surplus, expectedVersion: await versionOf(surplus), comment: 'not now' };
  await recorder.record(RejectDecisionDocument, { input });
}

async function applyManifests(
  recorder: Recorder,
  { prod }: Stage,
  { generalPool: id }: Subjects,
): Promise<void> {
  const { nodePool } = await recorder.read(NodePoolDetailsDocument, { id });
  if (nodePool === null) throw new Error('There is no NodePool general.');
  const { manifest, version } = nodePool;
  const common = { clusterId: prod.id, replacePlaceholders: true, defaultNodeClass: null };
  const send = async (manifests: string, more: Partial<ApplyManifestsInput> = {}) => {
    const input = { ...common, manifests, dryRun: true, variants: [], ...more };
    return (await recorder.record(ApplyManifestsDocument, { input })).applyManifests;
  };
  const save = (manifests: string, expectedVersion: number) =>
    send(manifests, { dryRun: false, expectedVersions: [{ index: 0, expectedVersion }] });
  await send(tabbedManifest);
  await send(withTeamLabel(manifest));
  const { documents } = await send(ambiguousManifest);
  for (const { label } of documents[0]?.variants ?? []) {
    await send(ambiguousManifest, { variants: [{ index: 0, label }] });
  }
  await send(manifest);
  await send(withMoreWeight(manifest));
  for (const each of [outdated, version - 1]) await save(withMoreWeight(manifest), each);
  await save(withMoreWeight(manifest), version);
  await send(betaManifest);
  const conversion = { ...common, manifests: betaManifest, variants: [] };
  await recorder.record(ConvertManifestsDocument, { input: conversion });
  await save(betaManifest, outdated);
  await recorder.record(DeleteDefinitionDocument, { input: { id, expectedVersion: version + 1 } });
}

async function changeClusters(recorder: Recorder, stage: Stage): Promise<void> {
  const { id, name } = stage.prod;
  const register = (newName: string) => {
    const input = {
      name: newName,
      region: 'us-west-2',
      roleArn: 'arn:aws:iam::111122223333:role/kerf',
      interruptionQueue: 'warnings',
      mode: 'OBSERVE' as const,
    };
    return recorder.record(RegisterClusterDocument, { input });
  };
  await register('shop-staging-use1');
  await register('ml-prod');
  await recorder.record(ClusterDetailsDocument, { name: 'ml-prod' });
  const changes: readonly Omit<UpdateClusterInput, 'id' | 'expectedVersion'>[] = [
    { searchMs: 500, nodeCharge: '0.04' },
    { interruptionQueue: 'warnings' },
    { interruptionQueue: null },
    { roleArn: 'kerf' },
    { mode: 'AUTO' },
    { roleArn: 'arn:aws:iam::111122223333:role/kerf-2' },
  ];
  for (const change of changes) {
    const withVersion = (expectedVersion: number) => ({
      input: { id, expectedVersion, ...change },
    });
    await recorder.record(UpdateClusterDocument, withVersion(outdated));
    await recordCurrent(recorder, stage, async (version) => {
      const data = await recorder.read(UpdateClusterDocument, withVersion(version));
      const keep = () => recorder.keep(UpdateClusterDocument, withVersion(version), data);
      return { ...data.updateCluster, keep };
    });
  }
  await recorder.record(RecheckClusterDocument, { input: { id } });
  const removal = (expectedVersion: number) => ({
    input: { id, expectedVersion, confirmName: name },
  });
  await recorder.record(RemoveClusterDocument, removal(outdated));
  await recordCurrent(recorder, stage, async (version) => {
    const data = await recorder.read(RemoveClusterDocument, removal(version));
    const keep = () => recorder.keep(RemoveClusterDocument, removal(version), data);
    return { ...data.removeCluster, keep };
  });
}

interface Attempt {
  readonly userErrors: readonly { readonly code: string }[];
  readonly keep: () => void;
}

/** Changes the current version of the cluster; workers change it too, so that takes several attempts. */
async function recordCurrent(
  recorder: Recorder,
  { prod: { name } }: Stage,
  attempt: (version: number) => Promise<Attempt>,
): Promise<void> {
  await until('change of the cluster', async () => {
    const { cluster } = await recorder.read(ClusterDetailsDocument, { name });
    const { userErrors, keep } = await attempt(cluster?.version ?? outdated);
    if (userErrors.some(({ code }) => code === 'STALE')) return undefined;
    keep();
    return keep;
  });
}

async function changeAccount(recorder: Recorder): Promise<void> {
  const input = {
    name: 'terraform',
    role: 'viewer',
    scope: { kind: 'ORGANIZATION' } as const,
    expiresInDays: 90,
  };
  await recorder.record(CreateApiTokenDocument, { input });
  const { apiTokens } = await recorder.read(ApiTokensDocument, {});
  const id = apiTokens.find(({ name }) => name === 'ci-deploy')?.id ?? '';
  await recorder.record(RevokeApiTokenDocument, { input: { id } });
  const newPassword = 'correct horse battery';
  await recorder.record(SetPasswordDocument, { input: { newPassword } });
  await recorder.record(SignOutDocument, {});
}
