import type { Filter, Tag } from '@aws-sdk/client-ec2';
import type { Tags } from '../../world/iam/identity.js';
import type { Open } from '../../world/state/open.js';
import { AwsError } from '../aws-error.js';
import type { Call } from '../operation.js';
import { type Page, type PageLimits, sortByKey, takePage } from '../page.js';
import { compileFilters, type FilterTable } from './filters.js';

/** Input fields that all Describe calls share. */
export interface DescribeInput {
  readonly DryRun?: boolean | undefined;
  readonly Filters?: Open<Filter[]> | undefined;
  readonly MaxResults?: number | undefined;
  readonly NextToken?: string | undefined;
}

export interface DescribedResource<Item> {
  readonly filters: FilterTable<Item>;
  readonly idOf: (item: Item) => string;
  readonly tagsOf?: (item: Item) => Tags;
  /** Absent for resource types without pages. */
  readonly pages?: { readonly lowest: number; readonly highest: number };
}

/**
 * Returns the page of items that a Describe call requests.
 * @throws AwsError
 */
export function describe<Item>(
  items: Iterable<Item>,
  input: DescribeInput,
  noun: DescribedResource<Item>,
): Page<Item> {
  endDryRun(input.DryRun);
  const matches = compileFilters(input.Filters, noun.filters, noun.tagsOf);
  const matching = sortByKey(items, noun.idOf).filter(matches);
  const { lowest, highest } = noun.pages ?? { lowest: 1, highest: Number.MAX_SAFE_INTEGER };
  const request = { max: input.MaxResults, token: input.NextToken };
  return takePage(matching, noun.idOf, request, ec2Limits(lowest, highest));
}

export function ec2Limits(lowest: number, highest: number): PageLimits {
  return { lowest, highest, sizeCode: 'InvalidParameterValue', tokenCode: 'InvalidNextToken' };
}

/** Returns the caller's own resources in the region of the call. */
export function* ownResources<Item extends { readonly accountId: string; readonly region: string }>(
  call: Call,
  table: ReadonlyMap<string, Item>,
): Generator<Item, void> {
  for (const item of table.values()) {
    if (item.accountId === call.accountId && item.region === call.region) yield item;
  }
}

/**
 * Returns the items with these IDs, or all items if no ID is given.
 * @throws AwsError if one does not exist
 */
export function selectByIds<Item>(
  items: Iterable<Item>,
  ids: readonly string[] | undefined,
  idOf: (item: Item) => string,
  notFound: { readonly code: string; readonly noun: string },
): readonly Item[] {
  const all = [...items];
  if (ids === undefined || ids.length === 0) return all;
  const byId = new Map(all.map((item) => [idOf(item), item]));
  const missing = ids.filter((id) => !byId.has(id));
  if (missing.length > 0) {
    const listed = missing.join(', ');
    throw new AwsError(
      notFound.code,
      `The ${notFound.noun}${missing.length > 1 ? 's' : ''} '${listed}' ${missing.length > 1 ? 'do' : 'does'} not exist`,
    );
  }
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/** @throws AwsError `DryRunOperation` if the request is a dry run */
export function endDryRun(isDryRun: boolean | undefined): void {
  if (isDryRun !== true) return;
  const message = 'Request would have succeeded, but DryRun flag is set.';
  throw new AwsError('DryRunOperation', message, { status: 412 });
}

export function toTagList(tags: Tags): Tag[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

export function fromTagList(tags: Open<Tag[]> | undefined): Tags {
  return Object.fromEntries((tags ?? []).map(({ Key = '', Value = '' }) => [Key, Value]));
}
