import {
  type DescribeImagesRequest,
  type Image,
  paginateDescribeImages,
} from '@aws-sdk/client-ec2';
import type {
  AmiSelectorTerm,
  Ec2NodeClassManifest,
  NodeClassProblem,
  ResolvedImage,
} from '@kerf/application';
import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { isUnauthorized } from '../errors.js';
import { imageAliasOf, parseImageAlias } from '../instance-types/ami-family.js';
import { collectPages } from '../pages.js';
import { type Found, found, lacking } from './found.js';
import { familyProblem, imageParameters, otherImageAdvice } from './image-parameters.js';
import type { Parameters } from './parameters.js';
import { describeTerm, placeholderHint, tagFilters } from './selector-filters.js';

export interface ImageContext {
  readonly parameters: Parameters;
  readonly kubernetesVersion: string;
  readonly now: Instant;
}

const allVariants: readonly ResolvedImage['variant'][] = ['standard', 'nvidia', 'neuron'];

/**
 * Returns the images of an EC2NodeClass, newest first and deprecated last: one for each
 * architecture and device variant. An image that serves several variants is listed once for each.
 */
export async function resolveImages(
  session: AwsSession,
  spec: Ec2NodeClassManifest,
  at: ImageContext,
): Promise<Found<readonly ResolvedImage[]>> {
  const alias = imageAliasOf(spec);
  const images =
    alias === null
      ? await imagesOfTerms(session, spec.amiSelectorTerms, at)
      : await imagesOfAlias(session, alias, at);
  return { value: newestOfEach(images.value), problems: images.problems };
}

function newestOfEach(images: readonly ResolvedImage[]): readonly ResolvedImage[] {
  const byUse = new Map<string, ResolvedImage>();
  for (const image of images.toSorted(byAge)) {
    const use = `${image.architecture}/${image.variant}`;
    if (!byUse.has(use)) byUse.set(use, image);
  }
  return [...byUse.values()];
}

const byAge = (a: ResolvedImage, b: ResolvedImage): number =>
  Number(a.deprecated) - Number(b.deprecated) ||
  b.createdAt - a.createdAt ||
  compareText(a.id, b.id);

async function imagesOfAlias(
  session: AwsSession,
  text: string,
  { parameters: reader, kubernetesVersion, now }: ImageContext,
): Promise<Found<readonly ResolvedImage[]>> {
  const alias = parseImageAlias(text);
  if (alias === null) {
    return lacking([], problem(`${text} is not an alias such as al2023@latest.`));
  }
  const refusal = familyProblem(alias, kubernetesVersion);
  if (refusal !== null) return lacking([], problem(refusal));

  const parameters = await Promise.all(
    imageParameters(alias, kubernetesVersion).map(async (parameter) => ({
      ...parameter,
      imageId: await reader.read(session, {
        path: parameter.path,
        isPinned: alias.version !== 'latest',
        now,
      }),
    })),
  );
  const ids = new Set(parameters.flatMap(({ imageId }) => imageId ?? []));
  const byIds = { Filters: [{ Name: 'image-id', Values: [...ids] }] };
  const images = ids.size === 0 ? [] : await findImages(session, byIds, now);
  const resolved = parameters.flatMap(({ imageId, variants }) =>
    images.filter(({ id }) => id === imageId).flatMap((image) => serving(image, variants)),
  );
  if (resolved.length > 0) return found(resolved);
  return lacking(
    [],
    problem(
      `AWS publishes no image for ${text} on Kubernetes ${kubernetesVersion} in ${session.target.region}. ${otherImageAdvice(alias)}`,
    ),
  );
}

async function imagesOfTerms(
  session: AwsSession,
  terms: readonly AmiSelectorTerm[],
  at: ImageContext,
): Promise<Found<readonly ResolvedImage[]>> {
  const unreadable: string[] = [];
  const selected = await Promise.all(
    terms.map(async (term) => {
      try {
        return await imagesOfTerm(session, term, at);
      } catch (error) {
        const { ssmParameter } = term;
        if (ssmParameter === undefined || !isUnauthorized(error)) throw error;
        unreadable.push(ssmParameter);
        return [];
      }
    }),
  );
  // The drivers of such an image are unknown, so it is compatible with all devices.
  const resolved = selected.flat().flatMap((image) => serving(image, allVariants));
  const { clusterName, region, roleArn } = session.target;
  // With the images of the other terms alone, nodes of the unreadable ones would count as drifted.
  if (unreadable.length > 0) {
    const names = unreadable.join(', ');
    const message = `${roleArn} has no permission to read the parameter ${names}. Allow ssm:GetParameter for it, or correct amiSelectorTerms.`;
    return lacking(resolved, problem(message));
  }
  if (resolved.length > 0) return found(resolved);
  const requested = terms.map(describeTerm).join('; or ');
  return lacking(
    [],
    problem(
      `No image for x86_64 or arm64 in ${region} matches ${requested}. Correct amiSelectorTerms, or share the image with this account.${placeholderHint(requested, clusterName)}`,
    ),
  );
}

async function imagesOfTerm(
  session: AwsSession,
  { id, name, owner, tags, ssmParameter }: AmiSelectorTerm,
  { parameters, now }: ImageContext,
): Promise<readonly FoundImage[]> {
  const imageId =
    ssmParameter === undefined
      ? id
      : await parameters.read(session, { path: ssmParameter, isPinned: false, now });
  if (imageId === null) return [];
  // A name alone is searched among trusted owners only, because anyone can publish an image under
  // any name.
  const trusted = name === undefined ? [] : ['self', 'amazon'];
  const owners = owner === undefined ? trusted : [owner];
  return findImages(
    session,
    {
      ...(owners.length === 0 ? {} : { Owners: owners }),
      Filters: [
        ...tagFilters(tags),
        ...(imageId === undefined ? [] : [{ Name: 'image-id', Values: [imageId] }]),
        ...(name === undefined ? [] : [{ Name: 'name', Values: [name] }]),
      ],
    },
    now,
  );
}

type FoundImage = Omit<ResolvedImage, 'variant'>;

const serving = (
  image: FoundImage,
  variants: readonly ResolvedImage['variant'][],
): readonly ResolvedImage[] => variants.map((variant) => ({ ...image, variant }));

function findImages(
  session: AwsSession,
  request: Pick<DescribeImagesRequest, 'Owners' | 'Filters'>,
  now: Instant,
): Promise<readonly FoundImage[]> {
  const input = {
    ...request,
    Filters: [...(request.Filters ?? []), { Name: 'state', Values: ['available'] }],
    IncludeDeprecated: true,
  };
  return session.call('ec2:DescribeImages', async (options) => {
    const pages = paginateDescribeImages({ client: session.ec2, pageSize: 500 }, input, options);
    return (await collectPages(pages, (page) => page.Images)).flatMap((image) =>
      toImage(image, now),
    );
  });
}

const architectureOf = new Map<string | undefined, ResolvedImage['architecture']>([
  ['x86_64', 'amd64'],
  ['arm64', 'arm64'],
]);

function toImage(image: Image, now: Instant): readonly FoundImage[] {
  const { ImageId: id, Name: name = '', CreationDate = '' } = image;
  const architecture = architectureOf.get(image.Architecture);
  if (id === undefined || architecture === undefined) return [];
  const deprecatedAt = Date.parse(image.DeprecationTime ?? '');
  return [
    {
      id,
      name,
      architecture,
      createdAt: Date.parse(CreationDate) || 0,
      deprecated: deprecatedAt <= now,
    },
  ];
}

const problem = (message: string): NodeClassProblem => ({
  condition: 'AMIsReady',
  reason: 'AMINotFound',
  message,
});
