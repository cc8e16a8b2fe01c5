import { describe, expect, it } from 'vitest';
import { lowerBoundSentence } from './lower-bound-sentence.js';

describe('the sentence about the lower bound', () => {
  it.each([
    [
      { cost: '9.86', lowerBound: '8.1', nodes: 12, pods: 240 },
      '12 managed nodes cost $9.860/h; no arrangement of 240 pods costs less than $8.100/h: at most $1.760/h (18%) can be saved.',
    ],
    [
      { cost: '0.1', lowerBound: '0.099999', nodes: 1, pods: 1 },
      '1 managed node costs $0.1000/h; no arrangement of 1 pod costs less than $0.1000/h: nothing can be saved.',
    ],
  ])('%j', (report, sentence) => {
    expect(lowerBoundSentence(report)).toBe(sentence);
  });
});
