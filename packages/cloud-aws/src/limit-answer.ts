import { type Readable, Transform, type TransformCallback } from 'node:stream';

/** Sizes of answers, in bytes. */
export interface AnswerLimits {
  /** One answer. A page of 1,000 instances has about 10 MB. */
  readonly maxBytes: number;
  /** One answer with an error, of which only code and message are read. */
  readonly maxErrorBytes: number;
  /** All answers of one call: its pages, and repeated requests. */
  readonly maxCallBytes: number;
}

const kibibyte = 1024;

/** Enough for the pages of 10,000 instances, or of the price list of a region. */
export const usualAnswerLimits: AnswerLimits = {
  maxBytes: 16 * kibibyte ** 2,
  maxErrorBytes: 256 * kibibyte,
  maxCallBytes: 64 * kibibyte ** 2,
};

/** The answer of a request to AWS is too large: it comes from another server, or never ends. */
class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE';

  constructor(maxBytes: number) {
    super(`the answer exceeds ${maxBytes} bytes`);
    this.name = 'AnswerTooLarge';
  }
}

/** Limits the sizes of answers, alone and together by call. */
export class AnswerSizes {
  readonly #limits: AnswerLimits;
  /** Bytes of each call, which is known by its signal. */
  readonly #byCall = new WeakMap<object, number>();

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
  }

  /**
   * Returns the body as a stream that fails as soon as it is too large, and ends its connection then.
   * @param call identifies the call of the request; `undefined` for a request on its own
   */
  limit(body: Readable, status: number, call: object | undefined): Readable {
    const { maxBytes, maxErrorBytes, maxCallBytes } = this.#limits;
    const most = status >= 300 ? maxErrorBytes : maxBytes;
    let bytes = 0;
    const count = (chunk: Uint8Array, _encoding: string, done: TransformCallback): void => {
      bytes += chunk.byteLength;
      const ofCall = (call === undefined ? 0 : (this.#byCall.get(call) ?? 0)) + chunk.byteLength;
      if (call !== undefined) this.#byCall.set(call, ofCall);
      if (bytes > most) done(new AnswerTooLarge(most));
      else if (ofCall > maxCallBytes) done(new AnswerTooLarge(maxCallBytes));
      else done(null, chunk);
    };
    const limited = new Transform({ transform: count });
    limited.once('close', () => body.destroy());
    body.once('error', (error) => limited.destroy(error));
    return body.pipe(limited);
  }
}
