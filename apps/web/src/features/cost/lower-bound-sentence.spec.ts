import { describe, expect, it } from 'vitest';
import { lowerBoundSentence } from './lower-bound-sentence.js';

describe('the sentence about the lower bound', () => {
  it.each([
    [
      { cost: '9860000', lowerBound: '8100000', nodes: 12, pods: 240 },
      '12 managed nodes cost $9.860/h; no arrangement of 240 pods costs less than $8.100/h: at most $1.760/h (18%) can be saved.',
    ],
    [
      { cost: '100000', lowerBound: '99999', nodes: 1, pods: 1 },
      '1 managed node costs $0.1000/h; no arrangement of 1 pod costs less than $0.1000/h: nothing can be saved.',
    ],
  ])('%j', (report, sentence) => {
    expect(lowerBoundSentence(report)).toBe(sentence);
  });
});
