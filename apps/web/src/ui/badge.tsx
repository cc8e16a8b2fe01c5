import type { ReactNode } from 'react';
import classes from './badge.module.css';
import { Icon, type IconName } from './icon.js';

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
