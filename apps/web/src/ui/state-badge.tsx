import type { StateLook } from '../lib/states.js';
import { Badge } from './badge.js';

/** A state as a badge. */
export function StateBadge({ look }: { readonly look: StateLook }) {
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {look.word}
    </Badge>
  );
}

/** A state in a table: healthy rows stay quiet, so that the others are seen. */
export function ConsolidatableState({ look }: { readonly look: StateLook }) {
  if (look.tone === 'ok') return <span className="dimmed">{look.word}</span>;
  return <StateBadge look={look} />;
}
