import type { ReactNode } from 'react';
import classes from './badge.module.css';
import { Icon, type IconName } from './icon.js';

/** Green, amber and red are for healthy, attention and broken only. */
export type Tone = 'ok' | 'attention' | 'broken' | 'active' | 'neutral';

export interface BadgeProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A state: always a word, with an icon where the colour alone would have to speak. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={`${classes['badge']} ${classes[tone]}`}>
      {icon !== undefined && <Icon name={icon} size={11} />}
      {children}
    </span>
  );
}
