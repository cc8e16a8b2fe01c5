import { stringify } from 'yaml';
import {
  ApplyManifestsDocument,
  ClusterNamesDocument,
  type DecisionFilter,
  DecisionsDocument,
  type DecisionsQuery,
} from '../../src/gql/graphql.js';
import { ClusterClient, type Manifest } from './cluster-client.js';
import { KerfClient } from './kerf-client.js';
import type { RunInfo } from './run-info.js';
import { SandboxControl } from './sandbox-control.js';
import { until } from './until.js';

type Decision = DecisionsQuery['decisions']['nodes'][number];

/** A cluster of the sandbox, as Kerf and as its own API know it. */
export interface StageCluster {
  readonly id: string;
  readonly name: string;
  readonly objects: ClusterClient;
}

/** The running stack that is brought into the states to record. */
export interface Stage {
  readonly url: string;
  readonly kerf: KerfClient;
  readonly sandbox: SandboxControl;
  /** In mode approve. */
  readonly prod: StageCluster;
  /** In mode auto. */
  readonly staging: StageCluster;
}

export async function openStage(run: RunInfo): Promise<Stage> {
  const kerf = await KerfClient.signIn(run.url, run.signInUrl);
  const { clusters } = await kerf.request(ClusterNamesDocument, { after: null });
  const clusterInMode = (mode: 'APPROVE' | 'AUTO'): StageCluster => {
    const found = clusters.nodes.find((each) => each.mode === mode);
    if (found === undefined) throw new Error(`The stack has no cluster in mode ${mode}.`);
    const { id, name } = found;
    return { id, name, objects: new ClusterClient(run.kubeconfig, name) };
  };
  return {
    url: run.url,
    kerf,
    sandbox: new SandboxControl(run.sandboxControl),
    prod: clusterInMode('APPROVE'),
    staging: clusterInMode('AUTO'),
  };
}

/** Saves definitions through Kerf's API. Throws if it refuses them. */
export async function saveDefinitions(
  kerf: KerfClient,
  clusterId: string,
  ...definitions: readonly Manifest[]
): Promise<void> {
  const manifests = definitions.map((definition) => stringify(definition)).join('---\n');
  const input = { clusterId, manifests, dryRun: false };
  const { applyManifests } = await kerf.request(ApplyManifestsDocument, { input });
  if (!applyManifests.applied) throw new Error(JSON.stringify(applyManifests));
}

/** Waits for a decision, and returns the newest one that matches. */
export async function decisionOf({ kerf }: Stage, filter: DecisionFilter): Promise<Decision> {
  const what = [filter.kinds, filter.states, filter.nodePools].flat().join(' ');
  return until(`decision ${what}`, async () => {
    const { decisions } = await kerf.request(DecisionsDocument, { filter, after: null });
    return decisions.nodes[0];
  });
}

export async function waitUntilRunning(
  { objects }: StageCluster,
  app: string,
  count: number,
): Promise<void> {
  await until(`${count} pods of ${app}`, async () =>
    (await objects.countRunning(app)) === count ? count : undefined,
  );
}
