import type { AccessContext, AccessRequest } from '../world/iam/iam-policy.js';
import type { Tags } from '../world/iam/identity.js';

/** Returns the condition keys for the tags in a request. */
export const requestTags = (tags: Tags): AccessContext => ({
  ...prefixed('aws:RequestTag/', tags),
  ...(Object.keys(tags).length > 0 && { 'aws:TagKeys': Object.keys(tags) }),
});

/** Returns the condition keys for the tags of a resource. */
export const resourceTags = (tags: Tags): AccessContext => ({
  ...prefixed('aws:ResourceTag/', tags),
  ...prefixed('ec2:ResourceTag/', tags),
});

const prefixed = (prefix: string, tags: Tags): AccessContext =>
  Object.fromEntries(Object.entries(tags).map(([key, value]) => [prefix + key, value]));

/** Returns the access request for one resource, with no other condition keys. */
export const accessTo = (
  action: string,
  resource: string,
  context: AccessContext = {},
): AccessRequest => ({ action, resource, context });
