import { stringify } from 'yaml';
import { type ConnectOptions, connectUnchecked } from '../connect.js';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';
import { manifestsOf } from '../manifests/change-objects.js';
import { type Fields, isFields } from '../manifests/fields.js';
import { kinds } from '../manifests/kinds.js';
import { notFound } from '../output/sentences.js';

/** Writes the manifests of the named objects of a kind, or of all of them, as `apply -f` reads them. */
export async function showManifests(
  io: Io,
  options: ConnectOptions,
  { word, names }: { readonly word: string; readonly names: readonly string[] },
): Promise<void> {
  const kind = kinds.find(({ aliases }) => aliases.includes(word));
  if (kind === undefined) {
    const known = kinds.map(({ aliases: [name] }) => name).join(', ');
    throw new Failure(exitCodes.usage, `${word} have no form "manifest". Use one of ${known}.`);
  }
  const all = await manifestsOf(await connectUnchecked(io, options), kind);
  const shown =
    names.length === 0 ? all : all.filter((manifest) => names.includes(nameOf(manifest)));
  io.out(shown.map((manifest) => stringify(manifest)).join('---\n'));
  const missing = names.filter((name) => !shown.some((manifest) => nameOf(manifest) === name));
  if (missing.length === 0) return;
  const text = missing.map((name) => notFound(kind.kind, name)).join(' ');
  throw new Failure(exitCodes.notFound, text);
}

const nameOf = ({ metadata }: Fields): string =>
  isFields(metadata) ? String(metadata['name']) : '';
