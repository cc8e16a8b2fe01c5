import { Badge } from './badge.js';
import type { StateLook } from './states.js';

/** A state as a badge. */
export function StateBadge({ look }: { readonly look: StateLook }) {
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {look.word}
    </Badge>
  );
}

/** A state in a table: plain text for healthy rows, a badge for others. */
export function ConsolidatableState({ look }: { readonly look: StateLook }) {
  if (look.tone === 'ok') return <span className="dimmed">{look.word}</span>;
  return <StateBadge look={look} />;
}
