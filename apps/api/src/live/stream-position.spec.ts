import { describe, expect, it } from 'vitest';
import type { ChangeView } from './change-view.js';
import { StreamPosition } from './stream-position.js';

/** A change of a transaction, written while older ones from `oldest` on were open. */
const change = (number: number, transaction: number, oldest = transaction): ChangeView => ({
  topic: 'nodes',
  clusterId: null,
  id: null,
  version: 1,
  position: String(oldest),
  entry: { number: String(number), transaction: String(transaction) },
});

describe('the position of a stream', () => {
  it('names the delivered changes of transactions that may have more', () => {
    const position = new StreamPosition();
    expect(position.deliver(change(1, 10))).toBe(true);
    expect(String(position)).toBe('10-1');
    position.deliver(change(2, 10));
    expect(String(position)).toBe('10-1.2');
    position.deliver(change(3, 11));
    expect(String(position)).toBe('11-3');
  });

  it('does not go back for a transaction that ends late', () => {
    const position = StreamPosition.read('8');
    position.deliver(change(2, 10, 8));
    expect(String(position)).toBe('8-2');
    position.deliver(change(1, 8));
    expect(String(position)).toBe('8-2.1');
    position.advance('7');
    expect(position.from).toBe('8');
  });

  it('knows the changes that were delivered before, also for a stream that continues', () => {
    const position = new StreamPosition();
    position.deliver(change(2, 10, 8));
    const next = StreamPosition.read(String(position));
    for (const each of [position, next]) {
      expect(each.deliver(change(2, 10, 8))).toBe(false);
      expect(each.deliver(change(1, 8))).toBe(true);
    }
  });

  it('forgets the changes of an older position as soon as its transaction is passed', () => {
    const position = StreamPosition.read('8-2');
    expect(position.isDelivered(change(2, 10))).toBe(true);
    position.advance('11');
    expect(String(position)).toBe('11');
  });

  it('forgets the changes of an older position if the change log does not have them', () => {
    const position = StreamPosition.read('8-2.3');
    position.isDelivered(change(3, 9));
    position.forgetUnknown();
    expect(String(position)).toBe('8-3');
  });

  it('names at most 64 changes, the last ones', () => {
    const position = StreamPosition.read('1');
    for (let number = 1; number <= 70; number += 1) position.deliver(change(number, 5, 1));
    const named = String(position).replace('1-', '').split('.');
    expect([named.length, named[0], named.at(-1)]).toEqual([64, '7', '70']);
    expect(String(StreamPosition.read(String(position)))).toBe(String(position));
  });

  it.each(['', 'nope', '-1', '1-', '1-2-3', '1-2.', '1;2', '9'.repeat(19)])(
    'cannot be %j',
    (text) => {
      expect(() => StreamPosition.read(text)).toThrow('since must be the position of a change');
    },
  );
});
