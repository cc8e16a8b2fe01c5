import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { setPageCluster } from '../../lib/context/page-cluster.js';
import { DataAge } from '../values/data-age.js';
import classes from './page.module.css';

/** The element of the top bar that shows the age of the page's data. */
export const DataAgeSlot = createContext<HTMLElement | null>(null);

export interface PageProps {
  readonly title: string;
  /** Beside the title, e.g. a badge. */
  readonly titleAside?: ReactNode;
  readonly actions?: ReactNode;
  /** Time of the page's data; absent while loading, `null` for pages without live data. */
  readonly asOf?: string | null | undefined;
  /**
   * The cluster of the object, for pages whose URL does not name it: `null` when it has none, absent
   * while loading.
   */
  readonly cluster?: string | null | undefined;
  /**
   * Whether data is still to come that moves the parts of the page: they are laid out, but invisible
   * until then.
   */
  readonly isSettling?: boolean;
  /** Beside the page, see SidePanel. */
  readonly panel?: ReactNode;
  /** Pinned below the page, e.g. a form for approval. */
  readonly footer?: ReactNode | false;
  readonly children: ReactNode;
}

/** A page: title, actions, content, and a side panel. */
export function Page(props: PageProps) {
  const { title, titleAside, actions, asOf, cluster, panel, footer, children } = props;
  const { isSettling = false } = props;
  const slot = useContext(DataAgeSlot);
  useEffect(() => {
    if (cluster !== undefined) setPageCluster(cluster);
  }, [cluster]);
  return (
    <>
      <title>{`${title} · Kerf`}</title>
      {slot !== null && asOf !== null && createPortal(<DataAge at={asOf} />, slot)}
      <div className={classes['page']}>
        <main className={classes['main']} id="main" tabIndex={-1}>
          <div className={classes['content']} data-settling={isSettling}>
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
