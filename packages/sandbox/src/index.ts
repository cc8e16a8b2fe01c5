export { createTokenVerifier } from './aws/auth/token-verifier.js';
export { type AwsServer, type AwsServerOptions, startAwsServer } from './aws/server.js';
export type { Fleet, FleetCluster } from './fleet/fleet.js';
export { fillPolicy, type PolicyPlace } from './fleet/role-policy.js';
export { Sandbox, type SandboxInfo, type SandboxOptions } from './fleet/sandbox.js';
export {
  type Cluster,
  type ClusterOptions,
  type ClusterState,
  createCluster,
} from './kubernetes/create-cluster.js';
export { runScenario, type ScenarioOptions, type ScenarioRun } from './scenarios/run-scenario.js';
export { scenarios } from './scenarios/scenarios.js';
export type { CapacityPool, CapacityType } from './world/capacity.js';
export type { CancelTimer, SandboxClock } from './world/clock.js';
export type {
  CallerIdentity,
  ClusterDirectory,
  EksCluster,
  TokenVerifier,
} from './world/cluster-directory.js';
export type { FaultEffect, FaultMatch, FaultRule, NewFault } from './world/faults.js';
export type { PolicyDocument } from './world/iam-policy.js';
export type { Instance } from './world/instance.js';
export type { BootedInstance, InstanceHost } from './world/instance-host.js';
export { ManualClock } from './world/manual-clock.js';
export { createSandboxClock } from './world/sandbox-clock.js';
export type { WorldSnapshot } from './world/snapshot.js';
export {
  createWorld,
  type RunningInstance,
  restoreWorld,
  type World,
  type WorldOptions,
} from './world/world.js';
