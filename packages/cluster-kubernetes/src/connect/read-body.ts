import { Buffer } from 'node:buffer';
import { toTooLargeError } from '../errors.js';
import type { ByteBudget } from './byte-budget.js';
import type { Pace } from './pace.js';

/** How much of a response may be held. */
export interface BodyLimits {
  /** The request, for errors. */
  readonly doing: string;
  /** Maximum size of the response, or of one line of it. */
  readonly maxBytes: number;
  /** Shared by all responses of the cluster. */
  readonly budget: ByteBudget;
  /** Shared by all responses of the cluster. */
  readonly pace: Pace;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the whole body as text.
 * @throws CLUSTER.TOO_LARGE
 */
export async function readText(
  body: AsyncIterable<Uint8Array>,
  limits: BodyLimits,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const held = new HeldBytes(limits, 'the response');
  try {
    for await (const chunk of paced(body, limits)) {
      held.add(chunk.byteLength);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    held.release();
  }
}

/** Enough at once that waiting for turns does not take longer than reading. */
const bytesPerTurn = 64 * 1024;

/** Yields the chunks of a body at the pace of the cluster; the sender waits meanwhile. */
export async function* paced(
  body: AsyncIterable<Uint8Array>,
  { pace, signal }: Pick<BodyLimits, 'pace' | 'signal'>,
): AsyncGenerator<Uint8Array, void, void> {
  let bytes = 0;
  for await (const chunk of body) {
    pace.receive(chunk.byteLength);
    yield chunk;
    bytes += chunk.byteLength;
    if (bytes < bytesPerTurn) continue;
    bytes = 0;
    await pace.run(() => undefined, signal);
  }
}

/** The bytes of one response that are held at the moment. */
export class HeldBytes {
  readonly #limits: BodyLimits;
  readonly #what: string;
  #bytes = 0;

  /** @param what is limited, as the subject of an error */
  constructor(limits: BodyLimits, what: string) {
    this.#limits = limits;
    this.#what = what;
  }

  /** @throws CLUSTER.TOO_LARGE */
  add(bytes: number): void {
    const { doing, maxBytes, budget } = this.#limits;
    if (this.#bytes + bytes > maxBytes)
      throw toTooLargeError(doing, `${this.#what} exceeds ${maxBytes} bytes`);
    if (!budget.take(bytes))
      throw toTooLargeError(doing, `the responses exceed ${budget.maxBytes} bytes together`);
    this.#bytes += bytes;
  }

  release(): void {
    this.#limits.budget.give(this.#bytes);
    this.#bytes = 0;
  }
}

/**
 * Parses JSON; returns `undefined` if the text is invalid.
 * @throws CLUSTER.TOO_LARGE for a text that would take many times its size when it is parsed
 */
export function parseJson(text: string, doing = 'JSON'): unknown {
  if (isDense(text))
    throw toTooLargeError(doing, 'the response has more objects and lists than its size explains');
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/** Shorter texts cost little, whatever they contain. */
const smallTextLength = 256 * 1024;

/**
 * Objects of Kubernetes have one object or list in 20 characters; their `managedFields` alone, one
 * in ten. A list of `{}` takes 25 times its size in memory, and blocks the process for seconds.
 */
const charsPerContainer = 6;

const openingBrace = '{'.charCodeAt(0);
const openingBracket = '['.charCodeAt(0);

function isDense(text: string): boolean {
  if (text.length <= smallTextLength) return false;
  const most = text.length / charsPerContainer;
  let containers = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (char === openingBrace || char === openingBracket) containers += 1;
  }
  return containers > most;
}
