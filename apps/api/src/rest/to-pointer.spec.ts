import { describe, expect, it } from 'vitest';
import { toPointer } from './to-pointer.js';

describe('the JSON Pointer of a field', () => {
  it.each([
    ['', '#'],
    ['name', '#/name'],
    ['documents.0.spec.limits', '#/documents/0/spec/limits'],
    ['spec.taints[1].key', '#/spec/taints/1/key'],
    ['spec.labels.team/owner', '#/spec/labels/team~1owner'],
    ['spec.a~b', '#/spec/a~0b'],
    ['spec.a b', '#/spec/a%20b'],
  ])('of %s is %s', (path, pointer) => {
    expect(toPointer(path)).toBe(pointer);
  });
});
