import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ActionIcon } from '../controls/controls.js';
import { Icon } from '../controls/icon.js';
import classes from './page.module.css';

export interface SidePanelProps {
  /** Identifies the content; a new one takes the focus. */
  readonly id: string;
  readonly title: string;
  readonly titleAside?: ReactNode;
  readonly widthPx?: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details beside a list; Escape closes the panel and returns the focus. */
export function SidePanel({
  id,
  title,
  titleAside,
  widthPx = 460,
  onClose,
  children,
}: SidePanelProps) {
  const headingId = useId();
  useEscape(onClose);
  return (
    <aside
      className={classes['panel']}
      aria-labelledby={headingId}
      style={{ '--panel-width': `${widthPx}px` }}
    >
      <div className={classes['panelHead']}>
        <div className={classes['panelTitle']}>
          <h2 key={id} id={headingId} ref={takeFocus} tabIndex={-1}>
            {title}
          </h2>
          {titleAside}
        </div>
        <ActionIcon aria-label="Close panel" title="Close (Esc)" onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <div className={classes['panelBody']}>{children}</div>
    </aside>
  );
}

/** Focuses the element, and on removal the element that had the focus before. */
function takeFocus(element: HTMLElement | null): (() => void) | undefined {
  const before = document.activeElement;
  element?.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}

/** Other elements that Escape closes first. */
const overlays = '[aria-modal="true"], [aria-haspopup][aria-expanded="true"]';

function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector(overlays) === null) latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
