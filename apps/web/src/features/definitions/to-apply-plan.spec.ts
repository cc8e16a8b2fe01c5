import { describe, expect, it } from 'vitest';
import { type DocumentReading, driftText, outcomeOf, toApplyPlan } from './to-apply-plan.js';

const reading = (more: Partial<DocumentReading>): DocumentReading => ({
  index: 0,
  kind: 'NodePool',
  name: 'general',
  apiVersion: 'karpenter.sh/v1',
  accepted: true,
  version: null,
  currentVersion: null,
  manifest: 'new',
  currentManifest: null,
  drift: null,
  variants: [],
  findings: [],
  ...more,
});

const changed = reading({ currentManifest: 'old' });
const same = reading({ currentManifest: 'new' });
const stranger = reading({ index: 1, kind: null, name: 'web', accepted: false, manifest: null });
const refused = reading({ accepted: false, manifest: null });

describe('toApplyPlan', () => {
  it('says on the button what saving does', () => {
    expect(toApplyPlan([reading({}), changed, same], 'prod')).toEqual({
      kind: 'ready',
      label: 'Save 1 new and 1 changed to prod',
      warning: null,
    });
  });

  it('warns of all nodes that would drift', () => {
    const drifting = { ...changed, drift: { nodes: 3, drifting: 2 } };
    expect(toApplyPlan([drifting], 'prod')).toMatchObject({
      label: 'Save 1 changed to prod',
      warning: '2 nodes would drift',
    });
    expect(
      toApplyPlan([drifting, { ...drifting, index: 1, drift: { nodes: 1, drifting: 1 } }], 'prod'),
    ).toMatchObject({ warning: '3 nodes would drift' });
  });

  it('saves all or nothing', () => {
    expect(toApplyPlan([reading({}), refused], 'prod')).toMatchObject({
      kind: 'refused',
      why: 'NodePool general is refused: correct it or take it out; all are saved together or none',
    });
  });

  it('names what it cannot read by its place', () => {
    expect(toApplyPlan([reading({}), stranger], 'prod')).toMatchObject({
      why: 'Document 2 (web) is refused: correct it or take it out; all are saved together or none',
    });
    expect(toApplyPlan([stranger, refused], 'prod')).toMatchObject({
      why: '2 documents are refused: correct them or take them out; all are saved together or none',
    });
  });

  it('has nothing to do without documents or changes', () => {
    expect(toApplyPlan([], 'prod').kind).toBe('nothing');
    expect(toApplyPlan([same], 'prod')).toMatchObject({
      why: 'Everything is stored like this already',
    });
  });
});

describe('outcomeOf', () => {
  it.each([
    [reading({}), 'new'],
    [changed, 'changed'],
    [same, 'same'],
    [refused, 'refused'],
  ])('tells what becomes of a document', (document, outcome) => {
    expect(outcomeOf(document)).toBe(outcome);
  });
});

describe('driftText', () => {
  it.each([
    [{ nodes: 3, drifting: 2 }, '2 of 3 nodes'],
    [{ nodes: 3, drifting: 3 }, 'all 3 nodes'],
    [{ nodes: 1, drifting: 1 }, 'its only node'],
  ])('counts the nodes that drift: %o', (drift, text) => {
    expect(driftText(drift)).toBe(text);
  });
});
