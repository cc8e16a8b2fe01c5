import { driftSentence } from '../../lib/format/drift-words.js';
import { RelativeTime } from '../values/relative-time.js';
import { Notice } from './notice.js';

export interface DriftNoticeProps {
  readonly drift: { readonly reason: string; readonly since: string };
}

/** Says why a node has drifted from its definitions, and since when. */
export function DriftNotice({ drift: { reason, since } }: DriftNoticeProps) {
  return (
    <Notice tone="active">
      Drifted <RelativeTime at={since} />: {driftSentence(reason)} ({reason}).
    </Notice>
  );
}
