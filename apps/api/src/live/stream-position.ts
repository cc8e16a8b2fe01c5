import { badInput } from '../contract/public-error.js';
import type { ChangeView } from './change-view.js';

/** Most changes that a position names. If more are delivered out of order, the oldest may come twice. */
const maxNamed = 64;

const pattern = /^\d{1,18}(-\d{1,18}(\.\d{1,18}){0,63})?$/;

/**
 * How far a client has read, as it sends it to continue: `1024-77.78`. All changes of transactions
 * before 1024 were delivered, and of later ones those with the numbers 77 and 78 of the change log.
 * Transactions do not end in their order, so that one number cannot say which are still missing.
 */
export class StreamPosition {
  #from = 0n;
  /** Transactions of delivered changes, by number; `null` until it is known. */
  readonly #transactions = new Map<string, bigint | null>();

  /** @throws INPUT.INVALID */
  static read(text: string): StreamPosition {
    if (!pattern.test(text)) {
      throw badInput('since must be the position of a change.', [
        { path: 'since', message: 'must be the position of a change, e.g. "1024-77"' },
      ]);
    }
    const [from = '0', named = ''] = text.split('-');
    const position = new StreamPosition();
    position.#from = BigInt(from);
    for (const number of named.split('.')) {
      if (number !== '') position.#transactions.set(number, null);
    }
    return position;
  }

  /** The transaction from which on the change log is to be read. */
  get from(): string {
    return String(this.#from);
  }

  /** Returns whether a change was delivered, and learns its transaction. */
  isDelivered({ entry = null }: Pick<ChangeView, 'entry'>): boolean {
    if (entry === null || !this.#transactions.has(entry.number)) return false;
    this.#transactions.set(entry.number, BigInt(entry.transaction));
    return true;
  }

  /** Records that a change is delivered now. Returns false if it was before. */
  deliver(change: ChangeView): boolean {
    if (this.isDelivered(change)) return false;
    const { position, entry = null } = change;
    if (position !== null && position !== undefined) this.advance(position);
    if (entry !== null) this.#transactions.set(entry.number, BigInt(entry.transaction));
    this.#forgetOldest();
    return true;
  }

  /** Forgets the named changes that the change log did not have. */
  forgetUnknown(): void {
    for (const [number, transaction] of this.#transactions) {
      if (transaction === null) this.#transactions.delete(number);
    }
  }

  /** Records that all changes of transactions before this one were delivered. */
  advance(from: string): void {
    const next = BigInt(from);
    if (next > this.#from) this.#from = next;
  }

  toString(): string {
    const numbers = [...this.#transactions]
      .filter(([, transaction]) => transaction === null || transaction >= this.#from)
      .map(([number]) => number);
    return numbers.length === 0 ? this.from : `${this.from}-${numbers.join('.')}`;
  }

  #forgetOldest(): void {
    for (const number of this.#transactions.keys()) {
      if (this.#transactions.size <= maxNamed) return;
      this.#transactions.delete(number);
    }
  }
}
