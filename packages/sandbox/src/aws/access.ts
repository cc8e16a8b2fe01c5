import type { AccessContext, AccessRequest } from '../world/iam/iam-policy.js';
import type { Tags } from '../world/iam/identity.js';

/** Condition keys that say which tags a call gives. */
export const requestTags = (tags: Tags): AccessContext => ({
  ...prefixed('aws:RequestTag/', tags),
  ...(Object.keys(tags).length > 0 && { 'aws:TagKeys': Object.keys(tags) }),
});

/** Condition keys that say which tags a resource has. */
export const resourceTags = (tags: Tags): AccessContext => ({
  ...prefixed('aws:ResourceTag/', tags),
  ...prefixed('ec2:ResourceTag/', tags),
});

const prefixed = (prefix: string, tags: Tags): AccessContext =>
  Object.fromEntries(Object.entries(tags).map(([key, value]) => [prefix + key, value]));

/** One resource without conditions of its own. */
export const accessTo = (
  action: string,
  resource: string,
  context: AccessContext = {},
): AccessRequest => ({ action, resource, context });
