import { type LaunchOptions, type NodeClaim, nodeClaimStates } from '@kerf/application';
import {
  claimDrift,
  claimPlan,
  claimReboot,
  claimTermination,
  launchedInstance,
  launchFailure,
  launchOptions,
  standaloneObject,
} from '../json/formats.js';
import { instant, integer, json, text, word } from './columns.js';
import { identifiedBy, table } from './table.js';

/** A NodeClaim to insert, with the launch options of one that Kerf launches. */
interface WrittenClaim extends NodeClaim {
  readonly launchOptions?: LaunchOptions | undefined;
}

export const claimIdentity = identifiedBy('NodeClaim', 'name');

export const nodeClaims = table({
  name: 'node_claims',
  identity: claimIdentity,
  fixed: {
    id: text,
    clusterId: text,
    name: text,
    nodePool: text.nullable(),
    nodeClass: text,
    nodePoolHash: text,
    nodeClassHash: text,
    decisionId: text.nullable(),
    plan: json(claimPlan),
    expireAfter: text,
    terminationGracePeriod: text.nullable(),
    standalone: json(standaloneObject).nullable(),
    drift: json(claimDrift).nullable(),
    lastPodEventAt: instant.nullable(),
    requestedAt: instant,
    version: integer,
  },
  changing: {
    state: word(nodeClaimStates),
    instance: json(launchedInstance).nullable(),
    nodeName: text.nullable(),
    failure: json(launchFailure).nullable(),
    termination: json(claimTermination).nullable(),
    reboot: json(claimReboot).nullable(),
    launchedAt: instant.nullable(),
    registeredAt: instant.nullable(),
    initializedAt: instant.nullable(),
    terminatedAt: instant.nullable(),
  },
  unread: {
    fixed: { objectUid: text.nullable(), launchOptions: json(launchOptions).nullable() },
    changing: { providerId: text.nullable() },
  },
  toRow: ({ terms, launchOptions: options, ...claim }: WrittenClaim) => ({
    ...claim,
    ...terms,
    launchOptions: options ?? null,
    objectUid: claim.standalone?.objectUid ?? null,
    providerId: claim.instance?.providerId ?? null,
  }),
  fromRow: ({ expireAfter, terminationGracePeriod, ...claim }): NodeClaim => ({
    ...claim,
    terms: { expireAfter, terminationGracePeriod },
  }),
});
