import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.js';

const key = Buffer.alloc(32, 1).toString('base64');

describe('the secret box', () => {
  it('opens what it sealed, each time differently', () => {
    const box = createSecretBox(key);
    const sealed = box.seal('s3cret ü');
    expect(sealed).not.toContain('s3cret');
    expect(box.seal('s3cret ü')).not.toBe(sealed);
    expect(createSecretBox(key).open(sealed)).toBe('s3cret ü');
  });

  it('refuses changed text and another key', () => {
    const sealed = createSecretBox(key).seal('secret');
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    const other = createSecretBox(Buffer.alloc(32, 2).toString('base64'));
    for (const open of [
      () => createSecretBox(key).open(changed),
      () => createSecretBox(key).open('v2.abc'),
      () => other.open(sealed),
    ]) {
      expect(open).toThrow(/cannot be decrypted/);
    }
  });

  it('says how to get a key when there is none, or an unusable one', () => {
    expect(() => createSecretBox(undefined).seal('x')).toThrow(/KERF_SECRET_KEY is not set/);
    expect(() => createSecretBox('c2hvcnQ=')).toThrow(/32 random bytes/);
  });
});
