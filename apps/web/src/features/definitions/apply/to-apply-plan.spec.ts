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
  it('says on the button how many changes are applied', () => {
    expect(toApplyPlan([reading({}), changed, same], 'prod')).toEqual({
      kind: 'ready',
      label: 'Apply 2 changes to prod',
      warning: null,
    });
  });

  it('warns of nodes that would drift', () => {
    const drifting = { ...changed, drift: { nodes: 3, drifting: 2 } };
    expect(toApplyPlan([drifting], 'prod')).toMatchObject({
      label: 'Apply 1 change to prod',
      warning: '2 nodes would drift',
    });
    expect(
      toApplyPlan([drifting, { ...drifting, index: 1, drift: { nodes: 1, drifting: 1 } }], 'prod'),
    ).toMatchObject({ warning: '3 nodes would drift' });
  });

  it('applies all manifests or none', () => {
    expect(toApplyPlan([reading({}), refused], 'prod')).toMatchObject({
      kind: 'refused',
      why: 'NodePool general is invalid: fix or remove it. All manifests are applied together or none',
    });
  });

  it('names a document of an unknown kind by its number', () => {
    expect(toApplyPlan([reading({}), stranger], 'prod')).toMatchObject({
      why: 'Document 2 (web) is invalid: fix or remove it. All manifests are applied together or none',
    });
    expect(toApplyPlan([stranger, refused], 'prod')).toMatchObject({
      why: '2 documents are invalid: fix or remove them. All manifests are applied together or none',
    });
  });

  it('has nothing to do without documents or changes', () => {
    expect(toApplyPlan([], 'prod').kind).toBe('nothing');
    expect(toApplyPlan([same], 'prod')).toMatchObject({
      why: 'No changes: the manifests are already stored',
    });
  });
});

describe('outcomeOf', () => {
  it.each([
    [reading({}), 'new'],
    [changed, 'changed'],
    [same, 'same'],
    [refused, 'refused'],
  ])('is the outcome of a document', (document, outcome) => {
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
