import { createHash } from 'node:crypto';
import {
  CreateLaunchTemplateCommand,
  DeleteLaunchTemplateCommand,
  paginateDescribeLaunchTemplates,
  type RequestLaunchTemplateData,
} from '@aws-sdk/client-ec2';
import { Sweep } from '@kerf/application';
import { type Instant, tagKeys } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';
import { collectPages } from '../pages.js';
import { type Tags, toAwsTags } from './tags.js';

/** A launch template, and the tags by which it is found. */
export interface LaunchTemplate {
  readonly name: string;
  readonly data: RequestLaunchTemplateData;
  readonly tags: Tags;
}

const namePrefix = 'kerf-';

/** Names the template by a digest of its content: equal parameters share one template. */
export function describeTemplate(data: RequestLaunchTemplateData, tags: Tags): LaunchTemplate {
  const digest = createHash('sha256')
    .update(JSON.stringify([data, tags]))
    .digest('hex');
  return { name: `${namePrefix}${digest.slice(0, 32)}`, data, tags };
}

export interface LaunchTemplates {
  /** Creates the templates that do not exist yet. */
  ensure(session: AwsSession, templates: readonly LaunchTemplate[]): Promise<void>;
  /**
   * Deletes the cluster's templates that were created before `before`. Images, user data and
   * EC2NodeClasses change, and a region allows 5,000 templates. The next launch recreates a
   * template that is still needed. One that AWS does not let go keeps no other.
   * @returns the number of deleted templates
   */
  removeMadeBefore(session: AwsSession, before: Instant): Promise<number>;
  /** Forgets deleted templates, so that the next launch creates them again. */
  forget(session: AwsSession, templates: readonly LaunchTemplate[]): void;
}

/** Known launch templates of a session. */
interface KnownTemplates {
  /** By name; the launches of one burst share the call that creates their template. */
  readonly made: Map<string, Promise<void>>;
  /** Settled once templates of earlier processes are in {@link made}. */
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
      // Forget before deleting, so that a launch in between recreates its template.
      for (const { name } of old) made.delete(name);
      const sweep = new Sweep();
      await sweep.each(
        old,
        ({ name }) => ({ kind: 'LaunchTemplate', id: name, name }),
        ({ name }) => remove(session, name),
      );
      sweep.conclude();
      return old.length;
    },
    forget(session, templates) {
      const { made } = knownIn(session);
      for (const { name } of templates) made.delete(name);
    },
  };
}

/**
 * Finds existing templates with one call after a start, instead of one call per template. A failure
 * is harmless, because creating a template that exists is not an error.
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
    // It already exists; the same name means the same content.
    if (!hasAwsCode(error, 'InvalidLaunchTemplateName.AlreadyExistsException')) throw error;
  }
}

/** Returns the cluster's templates that Kerf created. Throws `CLOUD.*`. */
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
