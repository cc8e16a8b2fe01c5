import { describe, expect, it } from 'vitest';
import type { DocumentReading } from './to-apply-plan.js';
import { toEditConflict, toExpectedVersions, toNextBase } from './to-edit-conflict.js';

const reading = (fields: Partial<DocumentReading> = {}): DocumentReading => ({
  index: 0,
  kind: 'NodePool',
  name: 'general',
  apiVersion: 'karpenter.sh/v1',
  accepted: true,
  version: 3,
  currentVersion: 3,
  manifest: 'a',
  currentManifest: 'b',
  drift: null,
  variants: [],
  findings: [],
  ...fields,
});
const base = { edit: 'NodePool/general', version: 3 };

describe('toEditConflict', () => {
  it('is one when another version is stored than editing started from', () => {
    expect(toEditConflict(base, [reading({ currentVersion: 5 })])).toEqual({
      title: 'NodePool general',
      startedFrom: 3,
      storedVersion: 5,
    });
    expect(toEditConflict(base, [reading({ currentVersion: null })])).toEqual({
      title: 'NodePool general',
      startedFrom: 3,
      storedVersion: null,
    });
    expect(toEditConflict({ ...base, version: 0 }, [reading({ currentVersion: 1 })])).toMatchObject(
      { storedVersion: 1 },
    );
  });

  it('is none where nothing was changed, or nothing is edited', () => {
    expect(toEditConflict(base, [reading()])).toBeNull();
    expect(toEditConflict(base, [])).toBeNull();
    expect(toEditConflict(null, [reading({ currentVersion: 5 })])).toBeNull();
    expect(toEditConflict({ ...base, version: 0 }, [reading({ currentVersion: null })])).toBeNull();
  });

  it('is none of another definition in the text, nor of a reading before one’s own saving', () => {
    const other = reading({ index: 1, name: 'ci', currentVersion: 9 });
    expect(toEditConflict(base, [reading(), other])).toBeNull();
    expect(toEditConflict({ ...base, version: 4 }, [reading({ currentVersion: 3 })])).toBeNull();
  });
});

describe('toExpectedVersions', () => {
  it('are the one that editing started from, and those that the others are compared with', () => {
    const documents = [
      reading({ currentVersion: 5 }),
      reading({ index: 1, name: 'ci', currentVersion: 9 }),
      reading({ index: 2, name: 'new', currentVersion: null }),
      reading({ index: 3, kind: 'EC2NodeClass', currentVersion: 7 }),
    ];
    expect(toExpectedVersions(base, documents)).toEqual([
      { index: 0, expectedVersion: 3 },
      { index: 1, expectedVersion: 9 },
      { index: 2, expectedVersion: 0 },
      { index: 3, expectedVersion: 7 },
    ]);
    expect(toExpectedVersions(null, [reading({ currentVersion: 5 })])).toEqual([
      { index: 0, expectedVersion: 5 },
    ]);
  });
});

describe('toNextBase', () => {
  it('is the version that was saved', () => {
    expect(toNextBase(base, [reading({ version: 4 })])).toEqual({ ...base, version: 4 });
    expect(toNextBase(base, [reading({ name: 'renamed', version: 1 })])).toEqual(base);
    expect(toNextBase(null, [reading()])).toBeNull();
  });
});
