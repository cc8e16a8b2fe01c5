import { useMemo, useSyncExternalStore } from 'react';

const schemeAttribute = 'data-mantine-color-scheme';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [schemeAttribute] });
  return () => observer.disconnect();
}

const currentScheme = (): string => document.documentElement.getAttribute(schemeAttribute) ?? '';

/** Returns the function that reads a color of tokens.css in the current theme, for a canvas. */
export function useColorTokens(): (token: string) => string {
  const scheme = useSyncExternalStore(subscribe, currentScheme);
  return useMemo(() => readerOf(scheme), [scheme]);
}

/** Each color is read once in a theme. */
function readerOf(_scheme: string): (token: string) => string {
  const style = getComputedStyle(document.documentElement);
  const known = new Map<string, string>();
  return (token) => {
    const color = known.get(token) ?? style.getPropertyValue(token).trim();
    known.set(token, color);
    return color;
  };
}
