import { type AppliedManifests, dataOf } from '@kerf/client';
import type { Command } from 'commander';
import { createTwoFilesPatch } from 'diff';
import { type ConnectOptions, connect, connectUnchecked } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { applyObjects, deleteObjects, type ObjectOutcome } from '../manifests/change-objects.js';
import { readDocuments, type Wanted } from '../manifests/documents.js';
import { effectsOf, typesLeft } from '../output/effects.js';
import { type Form, formatList, toLines } from '../output/formats.js';
import { counted } from '../output/sentences.js';
import { apiCommand, type CommonOptions, listOf, outputOption } from './options.js';
import { readInput } from './read-input.js';

interface ReadingOptions {
  readonly cluster?: string;
  readonly filename: readonly string[];
  readonly replacePlaceholders?: boolean;
  readonly defaultNodeClass?: string;
}
type ApplyOptions = CommonOptions & ReadingOptions & { readonly dryRun?: boolean };
type Document = AppliedManifests['documents'][number];

const documentForm: Form<Document> = {
  nameOf: nameOf,
  columns: [
    { title: 'OBJECT', of: nameOf },
    { title: 'OUTCOME', of: ({ outcome }) => outcome },
    { title: 'VERSION', of: ({ version }) => version },
    { title: 'WOULD DRIFT', of: ({ drift }) => drift?.drifting },
    { title: 'TYPES LEFT', of: ({ offerings }) => typesLeft(offerings) },
  ],
};
/** The form of objects of several kinds together. */
const outcomeForm: Form<ShownOutcome> = {
  nameOf: ({ object }) => object,
  columns: [
    { title: 'OBJECT', of: ({ object }) => object },
    { title: 'OUTCOME', of: ({ outcome }) => outcome },
  ],
};
interface ShownOutcome {
  readonly object: string;
  readonly outcome: string;
}

/** `kerf apply`: saves NodePools and EC2NodeClasses, and objects of Kerf. */
export function applyCommand(io: Io): Command {
  return readingCommand(
    'apply',
    'Save what manifests describe: NodePools and EC2NodeClasses all or none, others one by one',
  )
    .option('--dry-run', 'compare everything, and save nothing')
    .addOption(outputOption())
    .action(async (options: ApplyOptions) => {
      const dryRun = options.dryRun === true;
      const { wanted, others } = readDocuments(await readInput(io, options.filename));
      const outcomes = await changeAll(io, options, { wanted, dryRun });
      // Earlier changes are shown, also if the server refuses the others.
      const refused = (error: unknown): never => {
        show(io, options, outcomes, null);
        throw error;
      };
      const applied =
        others === null
          ? null
          : await send(io, options, { manifests: others, dryRun }).catch(refused);
      show(io, options, outcomes, applied);
      if (applied !== null) {
        reportFindings(io, applied);
        reportEffects(io, applied);
      }
      if (applied?.documents.some(({ accepted }) => !accepted) === true) {
        throw new Failure(
          exitCodes.invalid,
          'Not all NodePools and EC2NodeClasses are valid. None of them was saved.',
        );
      }
      requireNoneRefused(outcomes);
    });
}

/** `kerf diff`: shows what `apply` would change; exit code 1 if there is something. */
export function diffCommand(io: Io): Command {
  return readingCommand('diff', 'Show what apply would change').action(
    async (options: ConnectOptions & ReadingOptions) => {
      const { wanted, others } = readDocuments(await readInput(io, options.filename));
      const outcomes = await changeAll(io, options, { wanted, dryRun: true });
      const patches = outcomes.flatMap(({ patch }) => (patch === '' ? [] : [patch]));
      if (others !== null) {
        patches.push(...compare(io, await send(io, options, { manifests: others, dryRun: true })));
      }
      for (const patch of patches) io.out(patch);
      requireNoneRefused(outcomes);
      if (patches.length > 0) {
        throw new Failure(exitCodes.failed, `${counted(patches.length, 'object')} would change.`);
      }
    },
  );
}

/** `kerf delete -f`: deletes the objects that manifests describe. */
export async function deleteFromFiles(
  io: Io,
  options: ConnectOptions & { readonly filename: readonly string[] },
): Promise<void> {
  const { wanted, others } = readDocuments(await readInput(io, options.filename));
  if (others !== null) {
    throw new Failure(
      exitCodes.usage,
      'NodePools and EC2NodeClasses are not deleted by files: this removes their nodes.',
    );
  }
  const call = await connectUnchecked(io, options);
  const outcomes = await deleteObjects({ io, call, dryRun: false }, wanted);
  io.out(formatList<ShownOutcome>(outcomes, outcomeForm, 'table'));
  reportProblems(io, outcomes);
  requireNoneRefused(outcomes);
}

/** Returns the differences of NodePools and EC2NodeClasses. @throws Failure for an invalid one */
function compare(io: Io, applied: AppliedManifests): readonly string[] {
  reportFindings(io, applied, ({ manifest }, severity) =>
    manifest === null || severity !== 'ERROR' ? severity : 'NOTE',
  );
  // An object of the cluster has both manifests: it can be compared, but is changed with kubectl.
  if (applied.documents.some(({ manifest }) => manifest === null)) {
    throw new Failure(exitCodes.invalid, 'Not all documents are valid.');
  }
  return applied.documents
    .filter(({ manifest, currentManifest }) => manifest !== currentManifest)
    .map(patchOf);
}

interface Changes {
  readonly wanted: readonly Wanted[];
  readonly dryRun: boolean;
}

async function changeAll(
  io: Io,
  options: ConnectOptions,
  { wanted, dryRun }: Changes,
): Promise<readonly ObjectOutcome[]> {
  if (wanted.length === 0) return [];
  const call = await connectUnchecked(io, options);
  const outcomes = await applyObjects({ io, call, dryRun }, wanted);
  reportProblems(io, outcomes);
  return outcomes;
}

function show(
  io: Io,
  { output }: Pick<ApplyOptions, 'output'>,
  outcomes: readonly ObjectOutcome[],
  applied: AppliedManifests | null,
): void {
  const documents = applied?.documents ?? [];
  if (outcomes.length === 0) {
    if (applied !== null) io.out(formatList(documents, documentForm, output));
    return;
  }
  const all: readonly ShownOutcome[] = [
    ...outcomes.map(({ object, outcome }) => ({ object, outcome })),
    ...documents.map((document) => ({ object: nameOf(document), outcome: document.outcome })),
  ];
  io.out(formatList(all, outcomeForm, output));
}

function reportProblems(io: Io, outcomes: readonly ObjectOutcome[]): void {
  for (const { object, problem } of outcomes) {
    if (problem !== null) io.err(toLines(`ERROR ${object}: ${problem}\n`));
  }
}

/** @throws Failure with the exit code of the first refused object */
function requireNoneRefused(outcomes: readonly ObjectOutcome[]): void {
  const refused = outcomes.filter(({ outcome }) => outcome === 'REFUSED');
  const [first] = refused;
  if (first === undefined) return;
  throw new Failure(first.exitCode, `${counted(refused.length, 'object')} refused.`);
}

function readingCommand(name: string, description: string): Command {
  return apiCommand(name, description)
    .option('--cluster <cluster>', 'name or ID of the cluster of NodePools and EC2NodeClasses')
    .requiredOption('-f, --filename <file>', 'file, or - for the standard input', listOf)
    .option('--replace-placeholders', 'replace placeholders such as ${CLUSTER_NAME}')
    .option('--default-node-class <name>', 'EC2NodeClass of NodePools that name none');
}

async function send(
  io: Io,
  options: ConnectOptions & ReadingOptions,
  { manifests, dryRun }: { readonly manifests: string; readonly dryRun: boolean },
): Promise<AppliedManifests> {
  const { cluster, replacePlaceholders, defaultNodeClass } = options;
  if (cluster === undefined) {
    const text = '--cluster says where NodePools and EC2NodeClasses belong; it is missing.';
    throw new Failure(exitCodes.usage, text);
  }
  const client = await connect(io, options);
  return dataOf(
    client.POST('/api/v1/clusters/{cluster}/manifests', {
      params: {
        path: { cluster },
        query: {
          dryRun: dryRun ? 'All' : 'false',
          replacePlaceholders: replacePlaceholders === true ? 'true' : 'false',
          ...(defaultNodeClass === undefined ? {} : { defaultNodeClass }),
        },
        ...(dryRun ? {} : { header: { 'Idempotency-Key': io.newKey() } }),
      },
      body: { manifests },
    }),
  );
}

/** Says what the documents would do if they were saved; a dry run has it. */
function reportEffects(io: Io, { documents }: AppliedManifests): void {
  for (const document of documents) {
    for (const effect of effectsOf(document)) io.err(`EFFECT ${nameOf(document)}: ${effect}\n`);
  }
}

function reportFindings(
  io: Io,
  { documents }: AppliedManifests,
  labelOf = (_: Document, severity: string): string => severity,
): void {
  for (const document of documents) {
    for (const { severity, code, path, message, line } of document.findings) {
      const place = line === null ? '' : ` (line ${line})`;
      io.err(
        `${labelOf(document, severity)} ${nameOf(document)} ${path}: ${message} [${code}]${place}\n`,
      );
    }
  }
}

function nameOf({ kind, name, index }: Document): string {
  return kind === null || name === null ? `document ${index}` : `${kind.toLowerCase()}/${name}`;
}

const patchOf = (document: Document): string =>
  createTwoFilesPatch(
    `stored/${nameOf(document)}`,
    `new/${nameOf(document)}`,
    document.currentManifest ?? '',
    document.manifest ?? '',
  );
