export * from './builders/device-builder.js';
export * from './builders/instance-type-builder.js';
export * from './builders/kubernetes-objects.js';
export * from './builders/node-builder.js';
export * from './builders/node-pool-builder.js';
export * from './builders/pod-builder.js';
export * from './builders/snapshot-builder.js';
export * from './fakes/fake-cloud.js';
export * from './fakes/fake-cluster.js';
export * from './fakes/fake-events.js';
export {
  fakeGpus,
  fakeInstanceTypes,
  fakeResolver,
  fakeVolumes,
  toFacts,
} from './fakes/fake-instance-types.js';
export * from './fakes/fake-meter.js';
export * from './fakes/fake-notification-sender.js';
export * from './fakes/git-server.js';
export { inlineEngine } from './fakes/inline-engine.js';
export * from './fakes/manual-clock.js';
export { createMemoryStore, type MemoryStore } from './fakes/memory-store/memory-store.js';
export { freePort } from './free-port.js';
export { readFixture } from './karpenter/fixture.js';
export { Json } from './karpenter/json.js';
export { type KnownAnswer, knownAnswers } from './karpenter/known-answers.js';
export { loadFixture } from './karpenter/load-fixture.js';
export { plannedNode } from './karpenter/planned-node.js';
export { addResources } from './karpenter/resources.js';
export { Dice } from './random/dice.js';
export { randomCluster } from './random/random-cluster.js';
export { randomFixture } from './random/random-fixture.js';
export { runningCluster } from './random/running-cluster.js';
export * from './reasons/general-cluster.js';
export { reasonScenarios } from './reasons/reason-scenarios.js';
export * from './records/approval-record.js';
export * from './records/cached-node.js';
export * from './records/cluster-records.js';
export * from './records/cost-report-record.js';
export * from './records/decision-record.js';
export * from './records/definition-records.js';
export * from './records/incident-record.js';
export * from './records/interruption-record.js';
export * from './records/measured-cost.js';
export * from './records/node-claim-record.js';
export * from './records/notification-records.js';
export * from './records/pause-record.js';
export * from './records/read-model-rows.js';
export * from './records/saving-proof-record.js';
export * from './records/simulation-record.js';
export * from './records/store-fleet.js';
export * from './records/user-record.js';
export { type NodeToLaunch, type Plan, planOf } from './validation/plan.js';
export { leftByScheduler, type SchedulerChoices } from './validation/simulated-scheduler.js';
export { validatePlan } from './validation/validate-plan.js';
