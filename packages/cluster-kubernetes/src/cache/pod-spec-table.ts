import { hash } from 'node:crypto';
import type { PodSpecFields } from '@kerf/application';
import { deepFreeze } from '@kerf/core';
import type { PodSpec } from '@kerf/engine';
import { ChunkedMap } from './chunked-map.js';

/**
 * Gives equal specs one frozen object. A cluster has a hundred times more pods than kinds of pods,
 * so this is what makes a mirror small. A spec that no pod has any more is forgotten.
 */
export class PodSpecTable {
  readonly #specs = new ChunkedMap<string, WeakRef<PodSpec>>();
  readonly #forget = new FinalizationRegistry((key: string) => {
    // The key may stand for a newer object of an equal spec by now.
    if (this.#specs.get(key)?.deref() === undefined) this.#specs.delete(key);
  });

  intern(fields: PodSpecFields): PodSpec {
    // Readers write fields in one order and maps sorted, so the text is canonical as it is. The key
    // of a spec that these fields were derived from is no part of it.
    const key = hash('sha256', JSON.stringify({ ...fields, key: undefined }), 'hex');
    const known = this.#specs.get(key)?.deref();
    if (known !== undefined) return known;
    const spec = deepFreeze({ ...fields, key });
    this.#specs.set(key, new WeakRef(spec));
    this.#forget.register(spec, key);
    return spec;
  }
}

/** Gives equal texts one string; forgets them all when there are too many. */
export class TextPool {
  readonly #texts = new Map<string, string>();

  intern(text: string): string {
    if (text.length > maxTextLength) return text;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= maxTexts) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}

/** More than the nodes and owners of the largest cluster. */
const maxTexts = 50_000;
/** Longest name of an object in Kubernetes; longer texts are not kept for others. */
const maxTextLength = 253;
