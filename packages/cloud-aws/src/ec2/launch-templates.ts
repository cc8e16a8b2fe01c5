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
  /** Forgets deleted templates; the next launch creates them again. */
  forget(session: AwsSession, templates: readonly LaunchTemplate[]): void;
}

/** Known launch templates of a session. */
interface KnownTemplates {
  /** By name; launches of one burst share the call that makes their template. */
  readonly made: Map<string, Promise<void>>;
  /** Settled once the templates that earlier processes made are in {@link made}. */
  listed: Promise<void> | null;
}

export function createLaunchTemplates(): LaunchTemplates {
  const bySession = new WeakMap<AwsSession, KnownTemplates>();
  const knownIn = (session: AwsSession): KnownTemplates => {
    const known = bySession.get(session) ?? { made: new Map(), listed: null };
    bySession.set(session, known);
    return known;
  };

  return {
    async ensure(session, templates) {
      const known = knownIn(session);
      known.listed ??= addExisting(session, known);
      await known.listed;
      await Promise.all(
        templates.map(async (template) => {
          const making = known.made.get(template.name) ?? create(session, template);
          known.made.set(template.name, making);
          try {
            await making;
          } catch (error) {
            known.made.delete(template.name);
            throw error;
          }
        }),
      );
    },
    async removeMadeBefore(session, before) {
      const { made } = knownIn(session);
      const old = (await listTemplates(session)).filter(({ madeAt }) => madeAt < before);
      // First forgotten, then deleted: a launch in between makes its template again.
      for (const { name } of old) made.delete(name);
      for (const { name } of old) await remove(session, name);
      return old.length;
    },
    forget(session, templates) {
      const { made } = knownIn(session);
      for (const { name } of templates) made.delete(name);
    },
  };
}

/**
 * One call after a start instead of one for each template that is there already. A failure costs
 * nothing but that: creating a template that exists is no error.
 */
async function addExisting(session: AwsSession, known: KnownTemplates): Promise<void> {
  try {
    for (const { name } of await listTemplates(session)) known.made.set(name, Promise.resolve());
  } catch {
    known.listed = null;
  }
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

/** The templates of the cluster that Kerf made. Throws `CLOUD.*`. */
async function listTemplates(
  session: AwsSession,
): Promise<readonly { readonly name: string; readonly madeAt: Instant }[]> {
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
    name?.startsWith(namePrefix) === true && madeAt !== undefined
      ? [{ name, madeAt: madeAt.getTime() }]
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
