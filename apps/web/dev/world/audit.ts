import type { AuditEntry, Cluster } from '../generated/schema.js';
import { iso } from './clusters.js';

const minute = 60_000;

type EntrySeed = Pick<
  AuditEntry,
  | 'action'
  | 'actorKind'
  | 'actorName'
  | 'objectKind'
  | 'objectName'
  | 'outcome'
  | 'comment'
  | 'before'
  | 'after'
>;

const person = { actorKind: 'User', actorName: 'mara' };

const seeds: readonly EntrySeed[] = [
  {
    ...person,
    action: 'decision.approve',
    objectKind: 'Decision',
    objectName: 'Remove 2 empty nodes',
    outcome: 'Done',
    comment: 'ok',
    before: { state: 'AwaitingApproval', version: 3 },
    after: { state: 'Approved', version: 4, decidedBy: 'mara' },
  },
  {
    actorKind: 'ApiToken',
    actorName: 'ci-deploy',
    action: 'definition.save',
    objectKind: 'NodePool',
    objectName: 'general',
    outcome: 'Done',
    comment: null,
    before: { limits: { cpu: '200', memory: '1600Gi' }, disruption: { consolidateAfter: '30s' } },
    after: { limits: { cpu: '400', memory: '1600Gi' }, disruption: { consolidateAfter: '1m' } },
  },
  {
    ...person,
    action: 'decision.approve',
    objectKind: 'Decision',
    objectName: 'Remove 1 empty node',
    outcome: 'Refused',
    comment: null,
    before: null,
    after: null,
  },
  {
    actorKind: 'User',
    actorName: 'admin',
    action: 'cluster.update',
    objectKind: 'Cluster',
    objectName: 'search-prod-euw1',
    outcome: 'Done',
    comment: null,
    before: { mode: 'Approve' },
    after: { mode: 'Auto' },
  },
  {
    actorKind: 'User',
    actorName: 'admin',
    action: 'api-token.create',
    objectKind: 'ApiToken',
    objectName: 'ci-deploy',
    outcome: 'Done',
    comment: null,
    before: null,
    after: { name: 'ci-deploy', scope: 'write', expiresInDays: 90 },
  },
  {
    actorKind: 'User',
    actorName: 'admin',
    action: 'cluster.register',
    objectKind: 'Cluster',
    objectName: 'checkout-prod-use1',
    outcome: 'Done',
    comment: null,
    before: null,
    after: { name: 'checkout-prod-use1', region: 'us-east-1', mode: 'Observe' },
  },
  {
    actorKind: 'Anonymous',
    actorName: 'unknown',
    action: 'session.sign-in',
    objectKind: 'User',
    objectName: 'admin',
    outcome: 'Refused',
    comment: null,
    before: null,
    after: { method: 'password', address: '198.51.100.7' },
  },
];

/** Enough entries that the list has to be paged. */
export function createAudit(clusters: readonly Cluster[], now: number): AuditEntry[] {
  return Array.from({ length: 130 }, (_, index) => {
    const seed = seeds[index % seeds.length];
    const cluster = clusters[index % 3];
    return {
      ...(seed ?? emptySeed),
      id: `aud_${String(130 - index).padStart(4, '0')}`,
      at: iso(now - 3 * minute - index * 47 * minute),
      objectId: `obj_${index}`,
      clusterId: cluster?.id ?? null,
      clusterName: cluster?.name ?? null,
      requestId: `req_${(index * 7919).toString(36)}`,
    };
  });
}

const emptySeed: EntrySeed = {
  actorKind: 'Kerf',
  actorName: 'kerf',
  action: 'cluster.update',
  objectKind: 'Cluster',
  objectName: '',
  outcome: 'Done',
  comment: null,
  before: null,
  after: null,
};
