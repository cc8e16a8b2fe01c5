import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { setPageCluster } from '../lib/page-cluster.js';
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
  /**
   * The cluster of the object that the page is about, for pages whose address does not name it: `null`
   * when it has none, absent while that is not known.
   */
  readonly cluster?: string | null | undefined;
  /** Beside the page, see SidePanel. */
  readonly panel?: ReactNode;
  /** Pinned below the page, for what is asked of the person. */
  readonly footer?: ReactNode | false;
  readonly children: ReactNode;
}

/** A page: its heading, what can be done, the content, and a panel beside it. */
export function Page(props: PageProps) {
  const { title, titleAside, actions, asOf, cluster, panel, footer, children } = props;
  const slot = useContext(AsOfSlot);
  useEffect(() => {
    if (cluster !== undefined) setPageCluster(cluster);
  }, [cluster]);
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
