import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { AsOf } from './as-of.js';
import classes from './page.module.css';

/** Where the top bar shows the age of what the page shows. */
export const AsOfSlot = createContext<HTMLElement | null>(null);

export interface PageProps {
  readonly title: string;
  /** Beside the title, e.g. a badge. */
  readonly titleAside?: ReactNode;
  readonly actions?: ReactNode;
  /** Up to when the page's data hold; absent while loading, `null` for pages without such data. */
  readonly asOf?: string | null | undefined;
  /** Beside the page, see SidePanel. */
  readonly panel?: ReactNode;
  /** Pinned below the page, for what is asked of the person. */
  readonly footer?: ReactNode | false;
  readonly children: ReactNode;
}

/** A page: its heading, what can be done, the content, and a panel beside it. */
export function Page({ title, titleAside, actions, asOf, panel, footer, children }: PageProps) {
  const slot = useContext(AsOfSlot);
  return (
    <>
      <title>{`${title} · Kerf`}</title>
      {slot !== null && asOf !== null && createPortal(<AsOf at={asOf} />, slot)}
      <div className={classes['page']}>
        <main className={classes['main']} id="main" tabIndex={-1}>
          <div className={classes['content']}>
            <div className={classes['head']}>
              <div className={classes['titles']}>
                <h1>{title}</h1>
                {titleAside}
              </div>
              {actions}
            </div>
            {children}
          </div>
          {footer !== undefined && footer !== false && (
            <div className={classes['panelFoot']}>{footer}</div>
          )}
        </main>
        {panel}
      </div>
    </>
  );
}
