import { describe, expect, it } from 'vitest';
import {
  type DocumentPreview,
  driftText,
  outcomeOf,
  ownedByCluster,
  toApplyPlan,
} from './apply-text.js';

const preview = (more: Partial<DocumentPreview>): DocumentPreview => ({
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
  offerings: null,
  variants: [],
  findings: [],
  ...more,
});

const changed = preview({ currentManifest: 'old' });
const same = preview({ currentManifest: 'new' });
const unknownKind = preview({ index: 1, kind: null, name: 'web', accepted: false, manifest: null });
const refused = preview({ accepted: false, manifest: null });

const ownership = {
  severity: 'ERROR',
  code: ownedByCluster,
  path: 'metadata.name',
  line: 4,
  column: 9,
  message: 'NodePool general is an object of the cluster.',
  found: 'general',
  became: null,
} as const;
const owned = { accepted: false, findings: [ownership] };

const driftOf = (nodes: number, drifting: number) => ({
  nodes,
  drifting,
  price: '0.1',
  unpricedNodes: 0,
  leastReplacementMs: null,
  replacementUnknownReason: null,
});

describe('toApplyPlan', () => {
  it('applies nothing together with an object of the cluster', () => {
    const expected = {
      kind: 'refused',
      reason: 'NodePool general is an object of the cluster: make its change there',
    };
    expect(toApplyPlan([{ ...changed, ...owned }], 'prod')).toEqual(expected);
    expect(
      toApplyPlan(
        [
          { ...same, ...owned },
          { ...changed, index: 1 },
        ],
        'prod',
      ),
    ).toEqual(expected);
    expect(toApplyPlan([{ ...same, ...owned }], 'prod')).toMatchObject({ kind: 'nothing' });
  });

  it('labels the button with the number of changes', () => {
    expect(toApplyPlan([preview({}), changed, same], 'prod')).toEqual({
      kind: 'ready',
      label: 'Apply 2 changes to prod',
      warning: null,
    });
  });

  it('warns of nodes that would drift', () => {
    const drifting = { ...changed, drift: driftOf(3, 2) };
    expect(toApplyPlan([drifting], 'prod')).toMatchObject({
      label: 'Apply 1 change to prod',
      warning: '2 nodes would drift',
    });
    expect(
      toApplyPlan([drifting, { ...drifting, index: 1, drift: driftOf(1, 1) }], 'prod'),
    ).toMatchObject({ warning: '3 nodes would drift' });
  });

  it('applies all manifests or none', () => {
    expect(toApplyPlan([preview({}), refused], 'prod')).toMatchObject({
      kind: 'refused',
      reason:
        'NodePool general is invalid: fix or remove it. All manifests are applied together or none',
    });
  });

  it('names a document of an unknown kind by its number', () => {
    expect(toApplyPlan([preview({}), unknownKind], 'prod')).toMatchObject({
      reason:
        'Document 2 (web) is invalid: fix or remove it. All manifests are applied together or none',
    });
    expect(toApplyPlan([unknownKind, refused], 'prod')).toMatchObject({
      reason:
        '2 documents are invalid: fix or remove them. All manifests are applied together or none',
    });
  });

  it('returns no changes without documents or differences', () => {
    expect(toApplyPlan([], 'prod').kind).toBe('nothing');
    expect(toApplyPlan([same], 'prod')).toMatchObject({
      reason: 'No changes: the manifests are already stored',
    });
  });
});

describe('outcomeOf', () => {
  it.each([
    [preview({}), 'new'],
    [changed, 'changed'],
    [same, 'same'],
    [refused, 'refused'],
  ])('returns the outcome of a document', (document, outcome) => {
    expect(outcomeOf(document)).toBe(outcome);
  });
});

describe('driftText', () => {
  it.each([
    [3, 2, '2 of 3 nodes'],
    [3, 3, 'all 3 nodes'],
    [1, 1, 'its only node'],
  ])('counts the nodes that drift: of %i, %i', (nodes, drifting, text) => {
    expect(driftText(driftOf(nodes, drifting))).toBe(text);
  });
});
