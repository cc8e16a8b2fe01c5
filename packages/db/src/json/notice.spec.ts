import { describe, expect, it } from 'vitest';
import { readNotice } from './notice.js';

describe('a notice of another process', () => {
  it('is read with or without its position in the change log', () => {
    const notice = { topic: 'decision', clusterId: 'clu_1', id: null, version: 3 };
    const logged = { ...notice, position: '9', entry: { number: '4', transaction: '10' } };
    expect(readNotice(JSON.stringify(logged))).toEqual(logged);
    const unlogged = { ...notice, position: null, entry: null };
    expect(readNotice(JSON.stringify(notice))).toEqual(unlogged);
  });

  it.each(['', 'text', '{}', '{"topic":"new","clusterId":null,"id":null,"version":1}'])(
    'of an unknown version is ignored: %s',
    (payload) => {
      expect(readNotice(payload)).toBeNull();
    },
  );
});
