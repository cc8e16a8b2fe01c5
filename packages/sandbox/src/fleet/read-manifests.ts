import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { isObject, type JsonObject } from '../kubernetes/json/json.js';

/** Returns the objects of the YAML files of these folders. */
export async function readManifests(folders: readonly string[]): Promise<readonly JsonObject[]> {
  const texts: string[] = [];
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
    for (const name of names) texts.push(await readFile(join(folder, name), 'utf8'));
  }
  return texts.flatMap((text) =>
    parseAllDocuments(text).flatMap((document) => {
      const value: unknown = document.toJS();
      return isObject(value) ? [value] : [];
    }),
  );
}
