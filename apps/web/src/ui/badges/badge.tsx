import type { ReactNode } from 'react';
import { Icon, type IconName } from '../controls/icon.js';
import classes from './badge.module.css';

/** Green, amber and red mean healthy, attention and broken only. */
export type Tone = 'ok' | 'attention' | 'broken' | 'active' | 'neutral';

export interface BadgeProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A state as a word, with an icon, so that color is not the only sign. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={`${classes['badge']} ${classes[tone]}`}>
      {icon !== undefined && <Icon name={icon} size={11} />}
      {children}
    </span>
  );
}

/** How a state is shown: a word, a tone, and an icon, so that color is not the only sign. */
export interface StateLook {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

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
