import type { UncheckedCall } from '@kerf/client';
import { createTwoFilesPatch } from 'diff';
import { stringify } from 'yaml';
import { describeError } from '../describe-error.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { notFound } from '../output/sentences.js';
import { Directory } from './directory.js';
import type { Wanted } from './documents.js';
import { type Fields, includes, isFields, merge } from './fields.js';
import { type Kind, kinds, manifestHeader, type Stated } from './kinds.js';
import { takeSecrets } from './secrets.js';

/** The result for one object. */
export interface ObjectOutcome {
  readonly object: string;
  readonly outcome: 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'DELETED' | 'REFUSED';
  /** Why it was refused. */
  readonly problem: string | null;
  /** The difference between the stored and the wanted object; empty if there is none. */
  readonly patch: string;
  readonly exitCode: ExitCode;
}

interface Command {
  readonly io: Pick<Io, 'env' | 'newKey'>;
  readonly call: UncheckedCall;
  /** Only compares. */
  readonly dryRun: boolean;
}

interface Changing extends Command {
  readonly directory: Directory;
  /** Stored objects that were read, by kind. */
  readonly stored: Map<string, Promise<readonly Found[]>>;
}

/** A stored object, as its list and its manifest have it. */
interface Found {
  readonly item: Fields;
  readonly stated: Stated;
  /** `null` if it refers to an object that is gone: then it differs from every manifest. */
  readonly body: Fields | null;
}

/** Creates and changes objects, one after the other: a refused one costs only itself. */
export const applyObjects = (
  changing: Command,
  wanted: readonly Wanted[],
): Promise<readonly ObjectOutcome[]> => each(changing, inOrder(wanted), applyOne);

/** Deletes objects; those that refer to others go first. */
export const deleteObjects = (
  changing: Command,
  wanted: readonly Wanted[],
): Promise<readonly ObjectOutcome[]> => each(changing, inOrder(wanted).toReversed(), deleteOne);

/** Returns the manifests of the stored objects of a kind. */
export async function manifestsOf(call: UncheckedCall, kind: Kind): Promise<readonly Fields[]> {
  const directory = new Directory(call);
  const items = await kind.read(directory);
  const stated = await Promise.all(items.map((item) => kind.toStated(item, directory)));
  return stated.map(({ name, spec }) => ({ ...manifestHeader(kind.kind, name), spec }));
}

const inOrder = (wanted: readonly Wanted[]): readonly Wanted[] =>
  wanted.toSorted((a, b) => placeOf(a) - placeOf(b));
const placeOf = ({ kind }: Wanted): number => (kind === null ? 0 : kinds.indexOf(kind));

type Change = (changing: Changing, kind: Kind, wanted: Wanted) => Promise<ObjectOutcome>;

async function each(
  { io, call, dryRun }: Command,
  wanted: readonly Wanted[],
  changeOne: Change,
): Promise<readonly ObjectOutcome[]> {
  const planned = wanted.map(({ kind, name }) => ({ path: kind?.path ?? '', name }));
  const directory = new Directory(call, dryRun ? planned : []);
  const changing = { io, call, directory, stored: new Map(), dryRun };
  const outcomes: ObjectOutcome[] = [];
  for (const one of wanted) outcomes.push(await attempt(changing, one, changeOne));
  return outcomes;
}

async function attempt(
  changing: Changing,
  wanted: Wanted,
  changeOne: Change,
): Promise<ObjectOutcome> {
  try {
    if (wanted.problem !== null) throw wanted.problem;
    return await changeOne(changing, requireKind(wanted), wanted);
  } catch (error) {
    const described = describeError(error);
    if (described === null) throw error;
    const { lines, exitCode } = described;
    const problem = lines.join('\n');
    return { object: wanted.label, outcome: 'REFUSED', problem, patch: '', exitCode };
  }
}

function requireKind({ kind, label }: Wanted): Kind {
  if (kind !== null) return kind;
  throw new Failure(exitCodes.invalid, `${label} has no kind.`);
}

async function applyOne(changing: Changing, kind: Kind, wanted: Wanted): Promise<ObjectOutcome> {
  const { directory, dryRun } = changing;
  const { spec: given, secrets } = takeSecrets(changing.io, wanted.spec, kind.secrets);
  const stated = { name: wanted.name, spec: { ...kind.defaults, ...given } };
  const body = await kind.toBody(stated, directory);
  const found = await find(changing, kind, { stated, body });
  const before = found?.body ?? null;
  const isSame = before !== null && includes(before, body, kind.isOrdered);
  if (isSame && Object.keys(secrets).length === 0) return done(wanted, 'UNCHANGED', '');
  const patch = patchOf(kind, wanted, found, stated);
  if (found === null) requireCreatable(kind, wanted, body);
  if (before !== null) requireSame(kind, before, body);
  if (!dryRun) {
    const all = { ...body, ...secrets };
    await (found === null ? create(changing, kind, all) : update(changing, kind, found.item, all));
    forget(changing, kind, wanted);
  }
  return done(wanted, found === null ? 'CREATED' : 'UPDATED', patch);
}

async function deleteOne(changing: Changing, kind: Kind, wanted: Wanted): Promise<ObjectOutcome> {
  const { call, directory, dryRun } = changing;
  requireDeletable(kind);
  const spec = { ...kind.defaults, ...without(wanted.spec, kind.secrets) };
  const stated = { name: wanted.name, spec };
  const body = kind.isNamed ? {} : await kind.toBody(stated, directory);
  const found = await find(changing, kind, { stated, body });
  if (found === null) throw new Failure(exitCodes.notFound, notFound(kind.kind, wanted.name));
  if (!dryRun) {
    const headers = await versionOf(changing, kind, found.item);
    await call('DELETE', kind.deletePathOf(found.item), { headers });
    forget(changing, kind, wanted);
  }
  return done(wanted, 'DELETED', '');
}

/** Written objects are read again. */
function forget({ directory, stored }: Changing, kind: Kind, { name }: Wanted): void {
  directory.forget(kind.path);
  stored.delete(storedKey(kind, kind.isReadByName ? name : undefined));
}

const done = (
  { label }: Wanted,
  outcome: ObjectOutcome['outcome'],
  patch: string,
): ObjectOutcome => ({ object: label, outcome, problem: null, patch, exitCode: exitCodes.done });

/** Finds an object by its name, or by its content if its kind has no names. */
async function find(
  { directory, stored }: Changing,
  kind: Kind,
  { stated, body }: { readonly stated: Stated; readonly body: Fields },
): Promise<Found | null> {
  const name = kind.isReadByName ? stated.name : undefined;
  const key = storedKey(kind, name);
  const all = stored.get(key) ?? readAll(directory, kind, name);
  stored.set(key, all);
  const found = (await all).filter((one) =>
    kind.isNamed ? one.stated.name === stated.name : includes(one.body, body, false),
  );
  const [first = null] = found;
  if (kind.isNamed && found.length > 1) {
    throw new Failure(
      exitCodes.invalid,
      `${found.length} objects of kind ${kind.kind} are named ${stated.name}. Rename one of them.`,
    );
  }
  return first;
}

const storedKey = ({ kind }: Kind, name = ''): string => `${kind} ${name}`;

async function readAll(
  directory: Directory,
  kind: Kind,
  name: string | undefined,
): Promise<readonly Found[]> {
  return Promise.all(
    (await kind.read(directory, name)).map(async (item) => {
      const stated = await kind.toStated(item, directory);
      return { item, stated, body: await bodyOf(directory, kind, stated) };
    }),
  );
}

/** Returns the body of a stored object. */
async function bodyOf(directory: Directory, kind: Kind, stated: Stated): Promise<Fields | null> {
  try {
    return await kind.toBody(stated, directory);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function requireCreatable(
  { kind, canCreate, neededToCreate }: Kind,
  { name }: Wanted,
  body: Fields,
): void {
  const missing = neededToCreate.filter((member) => (body[member] ?? null) === null);
  if (canCreate && missing.length === 0) return;
  const fix = canCreate ? ` To create it, set ${missing.join(', ')}.` : '';
  throw new Failure(exitCodes.notFound, `${notFound(kind, name)}${fix}`);
}

function requireDeletable({ kind, notDeleted }: Kind): void {
  if (notDeleted === null) return;
  throw new Failure(exitCodes.invalid, `${kind} cannot be deleted. ${notDeleted}`);
}

/** @throws Failure if a member differs that no update takes */
function requireSame({ kind, createOnly }: Kind, before: Fields, body: Fields): void {
  const changed = createOnly.filter(
    (name) => body[name] !== undefined && !includes(before[name], body[name], false),
  );
  if (changed.length === 0) return;
  throw new Failure(
    exitCodes.invalid,
    `${changed.join(', ')} of a ${kind} cannot be changed. Delete it and create another one.`,
  );
}

async function create({ io, call }: Changing, kind: Kind, body: Fields): Promise<void> {
  const { data } = await call('POST', kind.path, {
    body: kind.toRequest(without(body, kind.updateOnly)),
    // A response with a secret is not stored, so its request takes no key.
    headers: kind.secrets.length > 0 ? {} : { 'Idempotency-Key': io.newKey() },
  });
  const later = Object.entries(body).filter(([name]) => kind.updateOnly.includes(name));
  if (later.length === 0 || !isFields(data)) return;
  const item = isFields(data['channel']) ? data['channel'] : data;
  // The object is new, and only what it lacks is set: Kerf itself may have changed it meanwhile.
  await change(call, kind, {
    item,
    body: Object.fromEntries(later),
    headers: kind.isVersioned ? { 'If-Match': '*' } : {},
  });
}

async function update(changing: Changing, kind: Kind, item: Fields, body: Fields): Promise<void> {
  await change(changing.call, kind, {
    item,
    body: kind.toRequest(without(body, kind.createOnly)),
    headers: await versionOf(changing, kind, item),
  });
}

interface ChangeRequest {
  readonly item: Fields;
  readonly body: Fields;
  readonly headers: Readonly<Record<string, string>>;
}

async function change(
  call: UncheckedCall,
  { update: method, actionOf, pathOf }: Kind,
  { item, body, headers }: ChangeRequest,
): Promise<void> {
  if (actionOf !== null) await call('POST', `${pathOf(item)}/${actionOf(body)}`, { headers });
  else if (method !== null) await call(method, pathOf(item), { body, headers });
}

/**
 * Returns the header with the version that was compared: a later change makes the server refuse the
 * write.
 * @throws Failure if the object was changed after it was compared
 */
async function versionOf(
  { call }: Changing,
  { kind, isVersioned, pathOf }: Kind,
  item: Fields,
): Promise<Readonly<Record<string, string>>> {
  if (!isVersioned) return {};
  const { data, etag } = await call('GET', pathOf(item));
  if (isFields(data) && data['version'] !== item['version']) {
    throw new Failure(
      exitCodes.conflict,
      `The ${kind} was changed at the same time. Repeat the command if it still applies.`,
    );
  }
  return etag === null ? {} : { 'If-Match': etag };
}

const without = (body: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

function patchOf(
  { kind }: Kind,
  { name, label }: Wanted,
  found: Found | null,
  stated: Stated,
): string {
  const textOf = (spec: unknown): string =>
    stringify({ ...manifestHeader(kind, name), spec }, { sortMapEntries: true });
  const before = found === null ? '' : textOf(found.stated.spec);
  const after = textOf(found === null ? stated.spec : merge(found.stated.spec, stated.spec));
  return before === after
    ? ''
    : createTwoFilesPatch(`stored/${label}`, `new/${label}`, before, after);
}
