import { type AccessScope, type AccessScopeInput, dataOf, type KerfClient } from '@kerf/client';
import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { notFound } from '../output/sentences.js';

/** Options that name a scope. */
export interface ScopeOptions {
  readonly all?: boolean | undefined;
  readonly team?: string | undefined;
  readonly cluster?: string | undefined;
  readonly pool?: string | undefined;
}

/** Adds the options that name a scope. */
export const withScope = (command: Command): Command =>
  command
    .option('--all', 'the whole organization')
    .option('--team <team>', 'name or ID of a team')
    .option('--cluster <cluster>', 'name or ID of a cluster')
    .option('--pool <name>', 'a NodePool of the cluster');

/** Whether one of the options is given. */
export const hasScope = ({ all, team, cluster, pool }: ScopeOptions): boolean =>
  all === true || team !== undefined || cluster !== undefined || pool !== undefined;

/** Returns the named scope. @throws Failure unless exactly one is named */
export async function readScope(
  client: KerfClient,
  { all = false, team, cluster, pool }: ScopeOptions,
): Promise<AccessScopeInput> {
  const named = [all ? 'all' : undefined, team, cluster].filter((one) => one !== undefined);
  if (named.length !== 1 || (pool !== undefined && cluster === undefined)) {
    const scopes = '--all, --team T, --cluster C, or --cluster C --pool P';
    throw new Failure(exitCodes.usage, `Name one scope: ${scopes}.`);
  }
  if (all) return { kind: 'ORGANIZATION' };
  if (team !== undefined) return { kind: 'TEAM', teamId: await teamIdOf(client, team) };
  const path = { cluster: cluster ?? '' };
  const { id: clusterId } = await dataOf(
    client.GET('/api/v1/clusters/{cluster}', { params: { path } }),
  );
  return pool === undefined
    ? { kind: 'CLUSTER', clusterId }
    : { kind: 'NODE_POOL', clusterId, nodePool: pool };
}

async function teamIdOf(client: KerfClient, wanted: string): Promise<string> {
  const { items } = await dataOf(client.GET('/api/v1/teams'));
  const team = items.find(({ id, name }) => id === wanted || name === wanted);
  if (team !== undefined) return team.id;
  throw new Failure(exitCodes.notFound, notFound('Team', wanted));
}

/** Whether a scope is exactly the named one. */
export const isSameScope = (one: AccessScope, other: AccessScopeInput): boolean =>
  one.kind === other.kind &&
  one.teamId === (other.teamId ?? null) &&
  one.clusterId === (other.clusterId ?? null) &&
  one.nodePool === (other.nodePool ?? null);
