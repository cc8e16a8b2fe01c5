import {
  ApplyManifestsDocument,
  type ApplyManifestsInput,
  ClusterDetailsDocument,
  ConvertManifestsDocument,
  DisruptionSimulationDocument,
  NodePoolDetailsDocument,
  RegisterClusterDocument,
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
import type { Recorder } from './recorder.js';
import type { Stage } from './stage.js';
import { until } from './until.js';

/** No object has this version: the API refuses the change as outdated. */
const outdated = 0;

/** Makes the changes of clusters and definitions that users make on the pages; each is also made over an outdated version. */
export async function writeChanges(
  recorder: Recorder,
  stage: Stage,
  subjects: Subjects,
): Promise<void> {
  await simulateRemoval(recorder, stage, subjects);
  await applyManifests(recorder, stage, subjects);
  await changeClusters(recorder, stage);
}

async function simulateRemoval(
  recorder: Recorder,
  { prod }: Stage,
  { managedNode }: Subjects,
): Promise<void> {
  const input = { clusterId: prod.id, nodeNames: [managedNode], idempotencyKey: managedNode };
  const { simulateDisruption } = await recorder.read(SimulateDisruptionDocument, { input });
  const id = simulateDisruption.simulation?.id;
  if (id === undefined) throw new Error('The simulation was refused.');
  await until('simulated removal', async () => {
    const { disruptionSimulation } = await recorder.read(DisruptionSimulationDocument, { id });
    return disruptionSimulation?.state === 'DONE' ? disruptionSimulation : undefined;
  });
  await recorder.record(DisruptionSimulationDocument, { id });
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
}

async function changeClusters(recorder: Recorder, stage: Stage): Promise<void> {
  const { id } = stage.prod;
  const input = {
    name: 'ml-prod',
    region: 'us-west-2',
    roleArn: 'arn:aws:iam::111122223333:role/kerf',
    interruptionQueue: 'warnings',
    mode: 'OBSERVE' as const,
  };
  await recorder.read(RegisterClusterDocument, { input });
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
