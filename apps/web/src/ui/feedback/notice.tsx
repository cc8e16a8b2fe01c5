import type { ReactNode } from 'react';
import type { Tone } from '../badges/badge.js';
import { Icon, type IconName } from '../controls/icon.js';
import tones from '../tones.module.css';
import classes from './notice.module.css';

export interface NoticeProps {
  readonly tone: Tone;
  /** At the end of the line, e.g. a button. */
  readonly action?: ReactNode;
  /** Read out when it appears. */
  readonly isAnnounced?: boolean;
  /** Its name for screen readers, where it is announced. */
  readonly label?: string;
  readonly children: ReactNode;
}

const icons: Readonly<Record<Tone, IconName>> = {
  ok: 'check',
  attention: 'alert',
  broken: 'alert',
  active: 'info',
  neutral: 'info',
};

/** A message above the content that it is about. */
export function Notice({ tone, action, isAnnounced = false, label, children }: NoticeProps) {
  return (
    <div
      className={`${classes['notice']} ${tones[tone]}`}
      {...(isAnnounced ? { role: tone === 'broken' ? 'alert' : 'status' } : {})}
      aria-label={label}
    >
      <Icon name={icons[tone]} />
      <div className={classes['noticeBody']}>
        <div>{children}</div>
        {action}
      </div>
    </div>
  );
}
