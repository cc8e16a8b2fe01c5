import { describe, expect, it } from 'vitest';
import type { DocumentPreview } from './apply-text.js';
import { toEditConflict, toExpectedVersions, toNextBase } from './to-edit-conflict.js';

const preview = (fields: Partial<DocumentPreview> = {}): DocumentPreview => ({
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
  offerings: null,
  variants: [],
  findings: [],
  ...fields,
});
const base = { edit: 'NodePool/general', version: 3 };

describe('toEditConflict', () => {
  it('returns a conflict when the stored version is not the one that editing started from', () => {
    expect(toEditConflict(base, [preview({ currentVersion: 5 })])).toEqual({
      title: 'NodePool general',
      baseVersion: 3,
      storedVersion: 5,
    });
    expect(toEditConflict(base, [preview({ currentVersion: null })])).toEqual({
      title: 'NodePool general',
      baseVersion: 3,
      storedVersion: null,
    });
    expect(toEditConflict({ ...base, version: 0 }, [preview({ currentVersion: 1 })])).toMatchObject(
      { storedVersion: 1 },
    );
  });

  it('returns `null` when the stored version did not change, or no definition is edited', () => {
    expect(toEditConflict(base, [preview()])).toBeNull();
    expect(toEditConflict(base, [])).toBeNull();
    expect(toEditConflict(null, [preview({ currentVersion: 5 })])).toBeNull();
    expect(toEditConflict({ ...base, version: 0 }, [preview({ currentVersion: null })])).toBeNull();
  });

  it('ignores other definitions in the text, and previews from before the user saved', () => {
    const other = preview({ index: 1, name: 'ci', currentVersion: 9 });
    expect(toEditConflict(base, [preview(), other])).toBeNull();
    expect(toEditConflict({ ...base, version: 4 }, [preview({ currentVersion: 3 })])).toBeNull();
  });
});

describe('toExpectedVersions', () => {
  it('returns the version that editing started from, and the previewed versions of other definitions', () => {
    const documents = [
      preview({ currentVersion: 5 }),
      preview({ index: 1, name: 'ci', currentVersion: 9 }),
      preview({ index: 2, name: 'new', currentVersion: null }),
      preview({ index: 3, kind: 'EC2NodeClass', currentVersion: 7 }),
    ];
    expect(toExpectedVersions(base, documents)).toEqual([
      { index: 0, expectedVersion: 3 },
      { index: 1, expectedVersion: 9 },
      { index: 2, expectedVersion: 0 },
      { index: 3, expectedVersion: 7 },
    ]);
    expect(toExpectedVersions(null, [preview({ currentVersion: 5 })])).toEqual([
      { index: 0, expectedVersion: 5 },
    ]);
  });
});

describe('toNextBase', () => {
  it('returns the version that was saved', () => {
    expect(toNextBase(base, [preview({ version: 4 })])).toEqual({ ...base, version: 4 });
    expect(toNextBase(base, [preview({ name: 'renamed', version: 1 })])).toEqual(base);
    expect(toNextBase(null, [preview()])).toBeNull();
  });
});
