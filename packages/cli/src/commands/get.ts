import { type KerfClient, watchChanges } from '@kerf/client';
import type { Command } from 'commander';
import { connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { formatList, formatOne } from '../output/formats.js';
import type { Filters, Resource } from '../resource.js';
import { resourceNames, resources } from '../resources.js';
import { apiCommand, type CommonOptions, listOf, outputOption } from './options.js';

interface GetOptions extends CommonOptions, Filters {
  readonly watch?: boolean;
}

const filterOptions = [
  ['pool', 'pool'],
  ['state', 'state'],
  ['search', 'search'],
  ['selector', 'selector'],
  ['fieldSelector', 'field-selector'],
  ['cluster', 'cluster'],
] as const;

const settleMs = 300;

/** `kerf get`: lists objects, or shows one of them. */
export function getCommand(io: Io): Command {
  return apiCommand('get', 'List objects, or show one of them')
    .argument('<resource>', resourceNames.join(', '))
    .argument('[name]', 'name or ID of one object')
    .option('--cluster <cluster>', 'name or ID of a cluster; all clusters if absent')
    .option('--pool <name>', 'NodePool; may be repeated', listOf)
    .option('--state <state>', 'state; may be repeated', listOf)
    .option('--search <text>', 'part of the name')
    .option('-l, --selector <selector>', 'labels of nodes, e.g. "team in (a,b),!spot"')
    .option(
      '--field-selector <selector>',
      'fields of nodes, nodeclaims and pods, e.g. "zone=a,state!=READY"',
    )
    .option('-w, --watch', 'show the list again when it changes')
    .addOption(outputOption())
    .action(async (name: string, object: string | undefined, options: GetOptions) => {
      const client = await connect(io, options);
      await withResource(name, (resource) => show({ io, client, resource, object, options }));
    });
}

/** Finds a resource by its name or an alias. */
async function withResource(
  name: string,
  use: <Item>(resource: Resource<Item>) => Promise<void>,
): Promise<void> {
  const isMeant = (resource: { readonly name: string; readonly aliases: readonly string[] }) =>
    resource.name === name || resource.aliases.includes(name);
  const { clusters, nodes, nodeClaims, nodePools, nodeClasses, pods } = resources;
  const { decisions, interruptions, findings, pauses } = resources;
  const { spendLimits, alertThresholds, brakeSettings } = resources;
  // One line for each: a list of different item types has no common type.
  if (isMeant(clusters)) return use(clusters);
  if (isMeant(nodes)) return use(nodes);
  if (isMeant(nodeClaims)) return use(nodeClaims);
  if (isMeant(nodePools)) return use(nodePools);
  if (isMeant(nodeClasses)) return use(nodeClasses);
  if (isMeant(pods)) return use(pods);
  if (isMeant(decisions)) return use(decisions);
  if (isMeant(interruptions)) return use(interruptions);
  if (isMeant(findings)) return use(findings);
  if (isMeant(pauses)) return use(pauses);
  if (isMeant(spendLimits)) return use(spendLimits);
  if (isMeant(alertThresholds)) return use(alertThresholds);
  if (isMeant(brakeSettings)) return use(brakeSettings);
  throw new Failure(
    exitCodes.usage,
    `There is no resource ${name}. Use one of ${resourceNames.join(', ')}.`,
  );
}

interface Shown<Item> {
  readonly io: Io;
  readonly client: KerfClient;
  readonly resource: Resource<Item>;
  readonly object: string | undefined;
  readonly options: GetOptions;
}

async function show<Item>(shown: Shown<Item>): Promise<void> {
  const { io, client, resource, object, options } = shown;
  for (const [filter, name] of filterOptions) {
    if (options[filter] !== undefined && !resource.filters.includes(filter)) {
      throw new Failure(exitCodes.usage, `${resource.name} have no filter --${name}.`);
    }
  }
  if (options.watch !== true) {
    const items = await itemsOf(shown);
    const isEmptyTable = items.length === 0 && object === undefined && options.output === 'table';
    if (isEmptyTable) io.err(`No ${resource.name} found.\n`);
    else io.out(format(items, shown));
    return;
  }
  const query = {
    topic: [...resource.topics],
    ...(options.cluster === undefined ? {} : { cluster: options.cluster }),
  };
  const changes = watchChanges(client, query, io.signal);
  let last = '';
  let next = changes.next();
  while ((await next).done !== true) {
    // What changes meanwhile is shown together.
    await io.sleep(settleMs);
    next = changes.next();
    const text = format(await itemsOf(shown), shown);
    if (text !== last) io.out(text);
    last = text;
  }
}

async function itemsOf<Item>(shown: Shown<Item>): Promise<readonly Item[]> {
  const { client, resource, object, options } = shown;
  const items: Item[] = [];
  for await (const item of resource.list(client, options)) {
    if (object === undefined || resource.isNamed(item, object)) items.push(item);
  }
  return items;
}

function format<Item>(items: readonly Item[], { resource, object, options }: Shown<Item>): string {
  if (object === undefined) return formatList(items, resource, options.output);
  const [first, ...others] = items;
  if (first === undefined) {
    throw new Failure(exitCodes.notFound, `There is no ${object} in ${resource.name}.`);
  }
  return others.length === 0
    ? formatOne(first, resource, options.output)
    : formatList(items, resource, options.output);
}
