import { describe, expect, it } from 'vitest';
import { readNotice } from './notice.js';

describe('a notice of another process', () => {
  it('is read', () => {
    const notice = { topic: 'decision', clusterId: 'clu_1', id: null, version: 3 };
    expect(readNotice(JSON.stringify({ ...notice, position: '9' }))).toEqual({
      ...notice,
      position: '9',
    });
    expect(readNotice(JSON.stringify(notice))).toEqual({ ...notice, position: null });
  });

  it.each(['', 'text', '{}', '{"topic":"new","clusterId":null,"id":null,"version":1}'])(
    'of another version is none: %s',
    (payload) => {
      expect(readNotice(payload)).toBeNull();
    },
  );
});
