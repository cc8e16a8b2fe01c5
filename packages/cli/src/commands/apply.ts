import { type AppliedManifests, dataOf } from '@kerf/client';
import type { Command } from 'commander';
import { createTwoFilesPatch } from 'diff';
import { type ConnectOptions, connect } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { type Form, formatList } from '../output/formats.js';
import { counted } from '../output/sentences.js';
import { apiCommand, type CommonOptions, listOf, outputOption } from './options.js';
import { readInput } from './read-input.js';

interface ReadingOptions {
  readonly cluster: string;
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
  ],
};

/** `kerf apply`: saves NodePools and EC2NodeClasses. */
export function applyCommand(io: Io): Command {
  return readingCommand('apply', 'Save NodePools and EC2NodeClasses: all of the files, or none')
    .option('--dry-run', 'check everything, and save nothing')
    .addOption(outputOption())
    .action(async (options: ApplyOptions) => {
      const applied = await send(io, options, options.dryRun === true);
      io.out(formatList(applied.documents, documentForm, options.output));
      reportFindings(io, applied);
      if (applied.documents.some(({ accepted }) => !accepted)) {
        throw new Failure(exitCodes.invalid, 'Not all documents are valid. Nothing was saved.');
      }
    });
}

/** `kerf diff`: shows what `apply` would change; exit code 1 if there is something. */
export function diffCommand(io: Io): Command {
  return readingCommand('diff', 'Show what apply would change').action(
    async (options: ConnectOptions & ReadingOptions) => {
      const applied = await send(io, options, true);
      reportFindings(io, applied, ({ manifest }, severity) =>
        manifest === null || severity !== 'ERROR' ? severity : 'NOTE',
      );
      // An object of the cluster has both manifests: it can be compared, but is changed with kubectl.
      if (applied.documents.some(({ manifest }) => manifest === null)) {
        throw new Failure(exitCodes.invalid, 'Not all documents are valid.');
      }
      const differing = applied.documents.filter(
        ({ manifest, currentManifest }) => manifest !== currentManifest,
      );
      for (const document of differing) io.out(patchOf(document));
      if (differing.length > 0) {
        throw new Failure(exitCodes.failed, `${counted(differing.length, 'object')} would change.`);
      }
    },
  );
}

function readingCommand(name: string, description: string): Command {
  return apiCommand(name, description)
    .requiredOption('--cluster <cluster>', 'name or ID of the cluster')
    .requiredOption('-f, --filename <file>', 'file, or - for the standard input', listOf)
    .option('--replace-placeholders', 'replace placeholders such as ${CLUSTER_NAME}')
    .option('--default-node-class <name>', 'EC2NodeClass of NodePools that name none');
}

async function send(
  io: Io,
  options: ConnectOptions & ReadingOptions,
  dryRun: boolean,
): Promise<AppliedManifests> {
  const { cluster, filename, replacePlaceholders, defaultNodeClass } = options;
  const client = await connect(io, options);
  const manifests = await readInput(io, filename);
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
