// The door of instance types, which resolves them without a call to AWS: who needs only this does not load the AWS SDK.
export { createInstanceTypeResolver } from './resolver.js';
