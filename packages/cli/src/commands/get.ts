import { type KerfClient, watchChanges } from '@kerf/client';
import type { Command } from 'commander';
import { connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { kinds } from '../manifests/kinds.js';
import { type Format, formatList, formatOne, formats } from '../output/formats.js';
import { notFound } from '../output/sentences.js';
import { type Called, type Filters, isCalled, type Resource, readObjectName } from '../resource.js';
import { resourceNames, resources } from '../resources.js';
import { apiCommand, type CommonOptions, listOf, outputOption } from './options.js';
import { showManifests } from './show-manifests.js';

interface GetOptions extends CommonOptions, Filters {
  readonly watch?: boolean;
}
type GivenOptions = Omit<GetOptions, 'output'> & { readonly output: Format | 'manifest' };

const filterOptions = [
  ['pool', 'pool'],
  ['state', 'state'],
  ['search', 'search'],
  ['selector', 'selector'],
  ['fieldSelector', 'field-selector'],
  ['cluster', 'cluster'],
  ['all', 'all'],
] as const;

const settleMs = 300;

/** `kerf get`: lists objects, or shows one of them. */
export function getCommand(io: Io): Command {
  return apiCommand('get', 'List objects, or show one of them')
    .argument('<resource>', `${resourceNames.join(', ')}; or KIND/NAME`)
    .argument('[name...]', 'names or IDs of objects; after KIND/NAME, further ones in this form')
    .option('--cluster <cluster>', 'name or ID of a cluster; all clusters if absent')
    .option('--pool <name>', 'NodePool; may be repeated', listOf)
    .option('--state <state>', 'state; may be repeated', listOf)
    .option('--search <text>', 'part of the name')
    .option('-l, --selector <selector>', 'labels of nodes, e.g. "team in (a,b),!spot"')
    .option(
      '--field-selector <selector>',
      'fields of nodes, nodeclaims and pods, e.g. "zone=a,state!=READY"',
    )
    .option('--all', 'nodeclaims and incidents that have ended, too')
    .option('-w, --watch', 'show the list again when it changes')
    .addOption(outputOption().choices([...formats, 'manifest']))
    .action(async (word: string, names: readonly string[], options: GivenOptions) => {
      const { output } = options;
      if (output === 'manifest') {
        await showManifests(io, options, { word, names });
        return;
      }
      const targets = readTargets(word, names);
      const client = await connect(io, options);
      const shown = { targets, options: { ...options, output } };
      if (options.watch === true) await watch(io, client, shown);
      else await show(io, client, shown);
    });
}

/** Objects of one resource; all of them without names. */
interface Target {
  readonly kind: string;
  readonly names: readonly string[];
}

/** Returns the named objects by their kinds, in the order of the first of each. @throws Failure */
function readTargets(word: string, names: readonly string[]): readonly Target[] {
  if (readObjectName(word) === null) return [{ kind: word, names }];
  const objects = [word, ...names].map((text) => {
    const object = readObjectName(text);
    if (object !== null) return object;
    const example = `${readObjectName(word)?.kind}/${text}`;
    throw new Failure(exitCodes.usage, `${text} is no KIND/NAME, e.g. ${example}.`);
  });
  return [...Map.groupBy(objects, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    names: ofKind.map(({ name }) => name),
  }));
}

/** Finds a resource by its name or an alias. */
async function withResource<Result>(
  name: string,
  use: <Item>(resource: Resource<Item>) => Promise<Result>,
): Promise<Result> {
  const isMeant = (resource: Called): boolean => isCalled(resource, name);
  const { clusters, nodes, nodeClaims, nodePools, nodeClasses, pods } = resources;
  const { decisions, interruptions, incidents, findings, pauses } = resources;
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
  if (isMeant(incidents)) return use(incidents);
  if (isMeant(findings)) return use(findings);
  if (isMeant(pauses)) return use(pauses);
  if (isMeant(spendLimits)) return use(spendLimits);
  if (isMeant(alertThresholds)) return use(alertThresholds);
  if (isMeant(brakeSettings)) return use(brakeSettings);
  throw unknownResource(name);
}

function unknownResource(name: string): Failure {
  const hasManifests = kinds.some(({ aliases }) => aliases.includes(name));
  return new Failure(
    exitCodes.usage,
    hasManifests
      ? `${name} are shown as manifests only. Use kerf get ${name} -o manifest.`
      : `There is no resource ${name}. Use one of ${resourceNames.join(', ')}.`,
  );
}

interface Shown {
  readonly targets: readonly Target[];
  readonly options: GetOptions;
}

/** Objects of one resource, as they are shown. */
interface Found {
  readonly resourceName: string;
  readonly noun: string;
  readonly items: readonly unknown[];
  readonly text: string;
  /** Names that no object has. */
  readonly missing: readonly string[];
}

async function show(io: Io, client: KerfClient, { targets, options }: Shown): Promise<void> {
  const found: Found[] = [];
  for (const target of targets) found.push(await find(client, target, options));
  const [first] = found;
  const isList = targets.every(({ names }) => names.length === 0);
  if (isList && first?.items.length === 0 && options.output === 'table') {
    io.err(`No ${first.resourceName} found.\n`);
    return;
  }
  const text = isList ? (first?.text ?? '') : formatFound(found, options);
  if (text !== '') io.out(text);
  requireAll(found);
}

function formatFound(all: readonly Found[], { output }: GetOptions): string {
  const found = all.filter(({ items }) => items.length > 0);
  const isDocument = output === 'json' || output === 'yaml';
  if (found.length > 1 && isDocument) {
    const items = found.flatMap((one) => one.items);
    return formatList(items, { columns: [], nameOf: () => '' }, output);
  }
  return found.map(({ text }) => text).join(output === 'table' ? '\n' : '');
}

/** @throws Failure for names that no object has */
function requireAll(found: readonly Found[]): void {
  const problems = found
    .filter(({ missing }) => missing.length > 0)
    .map(({ missing, noun }) => missing.map((name) => notFound(noun, name)).join(' '));
  if (problems.length > 0) throw new Failure(exitCodes.notFound, problems.join(' '));
}

async function watch(io: Io, client: KerfClient, { targets, options }: Shown): Promise<void> {
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0) {
    throw new Failure(exitCodes.usage, '--watch shows one kind of object.');
  }
  await withResource(target.kind, async (resource) => {
    requireFilters(resource, options);
    const query = {
      topic: [...resource.topics],
      ...(options.cluster === undefined ? {} : { cluster: options.cluster }),
    };
    const changes = watchChanges(client, query, io.signal);
    let last = '';
    let next = changes.next();
    while ((await next).done !== true) {
      // Changes in the meantime are shown together.
      await io.sleep(settleMs);
      next = changes.next();
      const found = await find(client, target, options);
      requireAll([found]);
      if (found.text !== last) io.out(found.text);
      last = found.text;
    }
  });
}

/** Lists the objects of a target. @throws Failure for filters that its resource does not have */
const find = (client: KerfClient, target: Target, options: GetOptions): Promise<Found> =>
  withResource(target.kind, async (resource) => {
    requireFilters(resource, options);
    return findItems(client, resource, { target, options });
  });

async function findItems<Item>(
  client: KerfClient,
  resource: Resource<Item>,
  { target, options }: { readonly target: Target; readonly options: GetOptions },
): Promise<Found> {
  const { names } = target;
  const all: Item[] = [];
  // A name may be that of an object that has ended.
  const filters = names.length === 0 ? options : { ...options, all: true };
  for await (const item of resource.list(client, filters)) all.push(item);
  const byName = names.map((name) => all.filter((item) => resource.isNamed(item, name)));
  const items = names.length === 0 ? all : [...new Set(byName.flat())];
  const [first] = items;
  const isOne = names.length === 1 && first !== undefined && items.length === 1;
  return {
    resourceName: resource.name,
    noun: resource.noun,
    items,
    text: isOne
      ? formatOne(first, resource, options.output)
      : formatList(items, resource, options.output),
    missing: names.filter((_, index) => byName[index]?.length === 0),
  };
}

/** @throws Failure for filters that the resource does not have */
function requireFilters(
  { name, filters }: Pick<Resource<never>, 'name' | 'filters'>,
  options: GetOptions,
): void {
  for (const [filter, option] of filterOptions) {
    if (options[filter] !== undefined && !filters.includes(filter)) {
      throw new Failure(exitCodes.usage, `${name} have no filter --${option}.`);
    }
  }
}
