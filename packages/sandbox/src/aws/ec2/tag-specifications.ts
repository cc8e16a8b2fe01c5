import type { TagSpecification } from '@aws-sdk/client-ec2';
import type { Tags } from '../../world/iam/identity.js';
import type { Open } from '../../world/state/open.js';
import { AwsError } from '../aws-error.js';
import { fromTagList } from './describe.js';

/** EC2's limit per resource, without tags that AWS sets. */
const maxTags = 50;
const reservedPrefix = 'aws:';

/**
 * Returns the tags in a request for resources of one type.
 * @throws AwsError
 */
export function tagsFor(
  resourceType: string,
  specifications: Open<TagSpecification[]> | undefined,
): Tags {
  const matching = (specifications ?? []).filter((each) => each.ResourceType === resourceType);
  const tags = fromTagList(matching.flatMap(({ Tags: list = [] }) => list));
  checkTags(tags);
  return tags;
}

/** @throws AwsError */
export function checkTags(tags: Tags): void {
  for (const [key, value] of Object.entries(tags)) {
    if (key === '' || key.length > 128 || value.length > 256) {
      throw new AwsError(
        'InvalidParameterValue',
        'Tag keys must have 1 to 128 characters, and tag values up to 256.',
      );
    }
    if (key.startsWith(reservedPrefix)) {
      throw new AwsError(
        'InvalidParameterValue',
        `Tag keys starting with 'aws:' are reserved for internal use`,
      );
    }
  }
  checkTagCount(tags);
}

/** @throws AwsError */
export function checkTagCount(tags: Tags): void {
  if (Object.keys(tags).filter((key) => !key.startsWith(reservedPrefix)).length <= maxTags) return;
  throw new AwsError('TagLimitExceeded', `The maximum number of Tags for a resource is ${maxTags}`);
}
