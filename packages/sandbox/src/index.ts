export { createTokenVerifier } from './aws/auth/token-verifier.js';
export { type AwsServer, type AwsServerOptions, startAwsServer } from './aws/server.js';
export { type CatalogType, instanceCatalog } from './data/instance-catalog.js';
export type { Fleet, FleetCluster } from './fleet/fleet.js';
export { LargeCluster, type LargeClusterOptions } from './fleet/large/large-cluster.js';
export { Sandbox, type SandboxInfo, type SandboxOptions } from './fleet/sandbox.js';
export { fillPolicy, type PolicyValues } from './fleet/setup/iam-documents.js';
export {
  type Answer,
  type CallOptions,
  type OpenWatch,
  WireClient,
} from './kubernetes/client/wire-client.js';
export {
  type Cluster,
  type ClusterOptions,
  type ClusterState,
  createCluster,
} from './kubernetes/create-cluster.js';
export {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  stringAt,
} from './kubernetes/json/json.js';
export { nodeCapacity } from './kubernetes/kubelet/node-capacity.js';
export { nodeConfigUserData } from './kubernetes/kubelet/node-config-user-data.js';
export { nodeLabels, providerId } from './kubernetes/kubelet/node-object.js';
export { readBootstrap } from './kubernetes/kubelet/read-bootstrap.js';
export type { NodeBootstrap } from './kubernetes/kubelet/user-data.js';
export { runScenario, type ScenarioOptions, type ScenarioRun } from './scenarios/run-scenario.js';
export { scenarios } from './scenarios/scenarios.js';
export type {
  CallerIdentity,
  ClusterDirectory,
  EksCluster,
  TokenVerifier,
} from './world/cluster-directory.js';
export type { CapacityPool, CapacityType } from './world/compute/capacity.js';
export type { CapacityReservation } from './world/compute/capacity-reservations.js';
export type { Instance } from './world/compute/instance.js';
export type { BootedInstance, InstanceHost } from './world/compute/instance-host.js';
export type { FaultEffect, FaultMatch, FaultRule, NewFault } from './world/faults.js';
export type { PolicyDocument } from './world/iam/iam-policy.js';
export type { WorldSnapshot } from './world/state/snapshot.js';
export { ManualClock } from './world/time/manual-clock.js';
export type { CancelTimer, SandboxClock } from './world/time/sandbox-clock.js';
export { createSandboxClock } from './world/time/sandbox-clock.js';
export {
  createWorld,
  type RunningInstance,
  restoreWorld,
  type World,
  type WorldOptions,
} from './world/world.js';
