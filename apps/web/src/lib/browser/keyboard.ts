import { useEffect, useRef } from 'react';

/** A key such as `j` or `?`, or two keys with a space, such as `g d`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const sequenceWithinMs = 1_000;

/** Page-wide shortcuts; ignored while typing, with a modifier key, and in a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const press = createSequence((keys) => latest.current[keys]);
    const onKeyDown = (event: KeyboardEvent) => {
      if (isIgnored(event)) return;
      const action = press(event.key, event.timeStamp);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Returns a function that finds the action of a key; it remembers one key for a second, for `g d`. */
export function createSequence(
  find: (keys: string) => (() => void) | undefined,
): (key: string, at: number) => (() => void) | undefined {
  let previous: { readonly key: string; readonly at: number } | undefined;
  return (key, at) => {
    const prefix =
      previous !== undefined && at - previous.at < sequenceWithinMs ? `${previous.key} ` : '';
    const sequence = prefix === '' ? undefined : find(prefix + key);
    // The last key of a sequence does not start another.
    previous = sequence === undefined ? { key, at } : undefined;
    return sequence ?? (prefix === 'g ' ? undefined : find(key));
  };
}

function isIgnored(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return true;
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
