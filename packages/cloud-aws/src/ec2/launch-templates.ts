import { createHash } from 'node:crypto';
import {
  CreateLaunchTemplateCommand,
  DeleteLaunchTemplateCommand,
  paginateDescribeLaunchTemplates,
  type RequestLaunchTemplateData,
} from '@aws-sdk/client-ec2';
import { type Instant, tagKeys } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';
import { collectPages } from '../pages.js';
import { type Tags, toAwsTags } from './tags.js';

/** A launch template to launch from, and the tags it is found by. */
export interface LaunchTemplate {
  readonly name: string;
  readonly data: RequestLaunchTemplateData;
  readonly tags: Tags;
}

const namePrefix = 'kerf-';

/** The name is a digest of the content: equal parameters share one template, changed ones get another. */
export function describeTemplate(data: RequestLaunchTemplateData, tags: Tags): LaunchTemplate {
  const digest = createHash('sha256')
    .update(JSON.stringify([data, tags]))
    .digest('hex');
  return { name: `${namePrefix}${digest.slice(0, 32)}`, data, tags };
}

export interface LaunchTemplates {
  /** Makes the templates that are not there yet. */
  ensure(session: AwsSession, templates: readonly LaunchTemplate[]): Promise<void>;
  /**
   * Deletes the cluster's templates that were made before `before`: images, user data and classes
   * change, and a region holds 5,000. One that is still in use is made again by the next launch.
   * @returns how many were deleted
   */
  removeMadeBefore(session: AwsSession, before: Instant): Promise<number>;
  /** Forgets what is there: somebody deleted a template. */
  forget(session: AwsSession): void;
}

export function createLaunchTemplates(): LaunchTemplates {
  // Launches of one burst share the call that makes their template.
  const madeBySession = new WeakMap<AwsSession, Map<string, Promise<void>>>();
  const madeIn = (session: AwsSession): Map<string, Promise<void>> => {
    const made = madeBySession.get(session) ?? new Map<string, Promise<void>>();
    madeBySession.set(session, made);
    return made;
  };

  return {
    async ensure(session, templates) {
      const made = madeIn(session);
      await Promise.all(
        templates.map(async (template) => {
          const making = made.get(template.name) ?? create(session, template);
          made.set(template.name, making);
          try {
            await making;
          } catch (error) {
            made.delete(template.name);
            throw error;
          }
        }),
      );
    },
    async removeMadeBefore(session, before) {
      const names = await namesMadeBefore(session, before);
      // First forgotten, then deleted: a launch in between makes its template again.
      if (names.length > 0) madeBySession.delete(session);
      for (const name of names) await remove(session, name);
      return names.length;
    },
    forget(session) {
      madeBySession.delete(session);
    },
  };
}

async function create(session: AwsSession, { name, data, tags }: LaunchTemplate): Promise<void> {
  try {
    await session.call('ec2:CreateLaunchTemplate', (options) =>
      session.ec2.send(
        new CreateLaunchTemplateCommand({
          LaunchTemplateName: name,
          LaunchTemplateData: data,
          TagSpecifications: [{ ResourceType: 'launch-template', Tags: toAwsTags(tags) }],
        }),
        options,
      ),
    );
  } catch (error) {
    // Made earlier, by this process or another; the name says that the content is the same.
    if (!hasAwsCode(error, 'InvalidLaunchTemplateName.AlreadyExistsException')) throw error;
  }
}

async function namesMadeBefore(session: AwsSession, before: Instant): Promise<readonly string[]> {
  const templates = await session.call('ec2:DescribeLaunchTemplates', (options) =>
    collectPages(
      paginateDescribeLaunchTemplates(
        { client: session.ec2, pageSize: 200 },
        { Filters: [{ Name: `tag:${tagKeys.cluster}`, Values: [session.target.clusterName] }] },
        options,
      ),
      (page) => page.LaunchTemplates,
    ),
  );
  return templates.flatMap(({ LaunchTemplateName: name, CreateTime: madeAt }) =>
    name?.startsWith(namePrefix) === true && madeAt !== undefined && madeAt.getTime() < before
      ? [name]
      : [],
  );
}

async function remove(session: AwsSession, name: string): Promise<void> {
  try {
    await session.call('ec2:DeleteLaunchTemplate', (options) =>
      session.ec2.send(new DeleteLaunchTemplateCommand({ LaunchTemplateName: name }), options),
    );
  } catch (error) {
    if (!hasAwsCode(error, 'InvalidLaunchTemplateName.NotFoundException')) throw error;
  }
}
