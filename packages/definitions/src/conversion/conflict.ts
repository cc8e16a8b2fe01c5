import type { Path } from '../findings/path.js';
import type { Draft } from './draft.js';

/** Refuses an old field if its new field `kept` has another value. */
export function refuseConflict(draft: Draft, path: Path, kept: string): void {
  draft.findings.add({
    code: 'FIELD_CONFLICT',
    path,
    message: `${kept} is also set and differs; keep only ${kept}`,
    found: draft.get(path),
  });
}
