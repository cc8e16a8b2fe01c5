export * from './builders/instance-type-builder.js';
export * from './builders/node-builder.js';
export * from './builders/node-pool-builder.js';
export * from './builders/pod-builder.js';
export * from './builders/snapshot-builder.js';
export { readFixture } from './karpenter/fixture.js';
export { Json } from './karpenter/json.js';
export { loadFixture } from './karpenter/load-fixture.js';
