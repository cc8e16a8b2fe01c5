import { useMemo, useState } from 'react';
import { useShortcuts } from '../../lib/browser/keyboard.js';

export interface GridKeysInput {
  /** In the order shown. */
  readonly ids: readonly string[];
}

export interface GridKeys {
  /** -1 while no row is active. */
  readonly activeIndex: number;
  /** The row to focus after a key press. */
  readonly focusId: string | undefined;
  readonly setActive: (id: string) => void;
  /** Handles a key; returns `false` for keys that do not move. */
  readonly move: (key: string) => boolean;
}

const pageRows = 15;

/** Tracks the active row by ID, so that added and removed rows do not move the focus. */
export function useGridKeys({ ids }: GridKeysInput): GridKeys {
  const [active, setActive] = useState<{ id: string; byKey: boolean }>();
  const indexById = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const activeIndex = active === undefined ? -1 : (indexById.get(active.id) ?? -1);

  const moveTo = (index: number) => {
    const id = ids[Math.min(ids.length - 1, Math.max(0, index))];
    if (id !== undefined) setActive({ id, byKey: true });
  };
  useShortcuts({
    j: () => moveTo(activeIndex + 1),
    k: () => moveTo(activeIndex - 1),
  });

  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveTo(activeIndex + 1),
    ArrowUp: () => moveTo(activeIndex - 1),
    PageDown: () => moveTo(activeIndex + pageRows),
    PageUp: () => moveTo(activeIndex - pageRows),
    Home: () => moveTo(0),
    End: () => moveTo(ids.length - 1),
  };
  return {
    activeIndex,
    focusId: active?.byKey === true ? active.id : undefined,
    setActive: (id) => {
      if (id !== active?.id) setActive({ id, byKey: false });
    },
    move: (key) => {
      const action = moves[key];
      action?.();
      return action !== undefined;
    },
  };
}
