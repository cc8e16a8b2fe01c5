import { describe, expect, it } from 'vitest';
import { dollars, managerText, reasonText } from './values.js';

describe('a reason', () => {
  const rejected = {
    code: 'REJECTED',
    data: { decisionId: 'dec_1', until: Date.parse('2026-11-24T10:00:00Z') },
    message: 'Decision dec_1 was rejected',
    subject: 'Rejected',
    remedy: null,
  } as const;

  it('is the sentence of the API with its code, and with its end if it has one', () => {
    expect(reasonText(rejected)).toBe(
      'Decision dec_1 was rejected, until 2026-11-24T10:00:00.000Z (REJECTED)',
    );
    const pod = { pod: 'a/b', until: null };
    const message = 'Pod a/b has the annotation karpenter.sh/do-not-disrupt';
    expect(reasonText({ ...rejected, code: 'POD_DO_NOT_DISRUPT', data: pod, message })).toBe(
      `${message} (POD_DO_NOT_DISRUPT)`,
    );
  });
});

describe('an amount of the API', () => {
  it.each([
    ['0.096', '$0.0960'],
    ['-0.096', '-$0.0960'],
    ['12', '$12.00'],
    ['1240.456', '$1240.46'],
    [null, null],
  ])('%s is %s in a table', (usd, text) => {
    expect(dollars(usd)).toBe(text);
  });
});

describe('the tool that applies an object', () => {
  it.each([
    ['ARGO_CD', null, 'Argo CD application shop'],
    ['FLUX_HELM_RELEASE', 'infra', 'Flux HelmRelease infra/shop'],
  ] as const)('is written with its name: %s', (tool, namespace, text) => {
    expect(managerText({ tool, name: 'shop', namespace })).toBe(text);
    expect(managerText(null)).toBeNull();
  });
});
