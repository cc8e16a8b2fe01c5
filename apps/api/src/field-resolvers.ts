import type { Resolvers } from './generated/resolver-types.js';
import { domainEnums } from './graphql/domain-enums.js';
import { scalars } from './graphql/scalars.js';
import { clusterFields, fleetFields } from './modules/cluster/cluster.fields.js';
import { decisionFields, plannedNodeClaimFields } from './modules/decision/decision.fields.js';
import { nodeClassFields, nodePoolFields } from './modules/definition/definition.fields.js';
import { activityFields, fleetEventFields } from './modules/fleet-event/fleet-event.fields.js';
import { interruptionFields } from './modules/interruption/interruption.fields.js';
import { nodeConnectionFields, nodeFields } from './modules/node/node.fields.js';
import { podConnectionFields } from './modules/node/pod.fields.js';
import { nodeClaimFields } from './modules/node-claim/node-claim.fields.js';
import {
  pendingPodGroupConnectionFields,
  pendingPodGroupFields,
} from './modules/scheduling/scheduling.fields.js';

/**
 * Fields that a view does not hold, as plain functions: Nest wraps each method of a resolver class
 * in a promise, which costs rows times fields, and its names are not checked against the schema.
 */
const fields: Omit<Resolvers, 'Query' | 'Mutation' | 'Subscription' | 'Object' | 'Change'> = {
  Cluster: clusterFields,
  Fleet: fleetFields,
  Interruption: interruptionFields,
  Node: nodeFields,
  NodeConnection: nodeConnectionFields,
  NodeClaim: nodeClaimFields,
  PodConnection: podConnectionFields,
  PendingPodGroup: pendingPodGroupFields,
  PendingPodGroupConnection: pendingPodGroupConnectionFields,
  NodePool: nodePoolFields,
  NodeClass: nodeClassFields,
  Decision: decisionFields,
  Activity: activityFields,
  FleetEvent: fleetEventFields,
  PlannedNodeClaim: plannedNodeClaimFields,
};

export const fieldResolvers = { ...scalars, ...domainEnums, ...fields };
