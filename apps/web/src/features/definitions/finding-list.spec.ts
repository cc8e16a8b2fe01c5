import { describe, expect, it } from 'vitest';
import { sortFindings } from './finding-list.js';

describe('sortFindings', () => {
  it('sorts findings by severity, errors first', () => {
    const finding = (severity: 'ADVICE' | 'WARNING' | 'ERROR') => ({
      severity,
      code: severity,
      path: '',
      message: '',
      found: null,
      became: null,
      line: null,
      column: null,
    });
    const sorted = sortFindings([finding('ADVICE'), finding('ERROR'), finding('WARNING')]);
    expect(sorted.map(({ severity }) => severity)).toEqual(['ERROR', 'WARNING', 'ADVICE']);
  });
});
