import { createHash } from 'node:crypto';
import { CreateLaunchTemplateCommand, type RequestLaunchTemplateData } from '@aws-sdk/client-ec2';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';
import { type Tags, toAwsTags } from './tags.js';

/** A launch template to launch from, and the tags it is found by. */
export interface LaunchTemplate {
  readonly name: string;
  readonly data: RequestLaunchTemplateData;
  readonly tags: Tags;
}

/** The name is a digest of the content: equal parameters share one template, changed ones get another. */
export function describeTemplate(data: RequestLaunchTemplateData, tags: Tags): LaunchTemplate {
  const digest = createHash('sha256')
    .update(JSON.stringify([data, tags]))
    .digest('hex');
  return { name: `kerf-${digest.slice(0, 32)}`, data, tags };
}

export interface LaunchTemplates {
  /** Makes the templates that are not there yet. */
  ensure(session: AwsSession, templates: readonly LaunchTemplate[]): Promise<void>;
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
