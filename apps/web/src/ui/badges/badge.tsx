import type { ReactNode } from 'react';
import { Icon, type IconName } from '../controls/icon.js';
import tones from '../tones.module.css';
import classes from './badge.module.css';

/** Green, amber and red mean healthy, attention and broken only. */
export type Tone = 'ok' | 'attention' | 'broken' | 'active' | 'neutral';

export interface BadgeProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A short label with an icon, so that color is not the only sign. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={`${classes['badge']} ${tones[tone]}`}>
      {icon !== undefined && <Icon name={icon} size={11} />}
      {children}
    </span>
  );
}

/** How a state is shown: a label, a tone, and an icon, so that color is not the only sign. */
export interface BadgeContent {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

/** A state as a badge. */
export function StateBadge({ content }: { readonly content: BadgeContent }) {
  return (
    <Badge tone={content.tone} icon={content.icon}>
      {content.label}
    </Badge>
  );
}

/** A state in a table: plain text for healthy rows, a badge for others. */
export function StateInTable({ content }: { readonly content: BadgeContent }) {
  if (content.tone === 'ok') return <span className="dimmed">{content.label}</span>;
  return <StateBadge content={content} />;
}
