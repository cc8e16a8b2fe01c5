import { type Cluster, defaultClusterSettings, modeInForce } from '@kerf/application';
import { clusterModes } from '@kerf/engine';
import { z } from 'zod';
import {
  clusterFacts,
  clusterHold,
  clusterSettings,
  registrationChecks,
  zonalShifts,
} from '../json/formats.js';
import { flag, instant, integer, json, text, word } from './columns.js';
import { none, table } from './table.js';

export const connectionStates = [
  'Checking',
  'Rejected',
  'Connecting',
  'Connected',
  'Unreachable',
] as const;

export const clusters = table({
  name: 'clusters',
  identity: z
    .object({ id: text, name: text })
    .transform(({ id, name }) => ({ clusterId: id, object: `Cluster/${name}` })),
  fixed: { id: text, createdAt: instant, version: integer },
  changing: {
    name: text,
    region: text,
    endpoint: text.nullable(),
    certificateAuthority: text.nullable(),
    endpointIsGiven: flag,
    roleArn: text,
    externalId: text.nullable(),
    facts: json(clusterFacts).nullable(),
    mode: word(clusterModes),
    hold: json(clusterHold).nullable(),
    interruptionQueue: text.nullable(),
    settings: json(clusterSettings),
    zonalShifts: json(zonalShifts).nullable(),
    connectionState: word(connectionStates),
    connectionProblem: text.nullable(),
    syncedAt: instant.nullable(),
    connectionChangedAt: instant,
    checks: json(registrationChecks),
  },
  unread: none,
  toRow: ({ configuredMode, connection, ...cluster }: Cluster) => ({
    ...cluster,
    mode: configuredMode,
    connectionState: connection.state,
    connectionProblem: connection.problem,
    syncedAt: connection.syncedAt,
    connectionChangedAt: connection.changedAt,
  }),
  fromRow: ({
    mode: configuredMode,
    connectionState,
    connectionProblem,
    syncedAt,
    connectionChangedAt,
    ...cluster
  }): Cluster => ({
    ...cluster,
    configuredMode,
    mode: modeInForce({ configuredMode, hold: cluster.hold }),
    settings: { ...defaultClusterSettings, ...cluster.settings },
    zonalShifts: cluster.zonalShifts ?? [],
    connection: {
      state: connectionState,
      problem: connectionProblem,
      syncedAt,
      changedAt: connectionChangedAt,
    },
  }),
});
