import { cleanNotifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { expectAllAnswered } from './recording/recorded-api.js';

// A busy machine is slow, not wrong.
configure({
  asyncUtilTimeout: 20_000,
  // By default each look that finds nothing yet prints the whole page, to be thrown away.
  getElementError: (message) => new Error(message ?? 'nothing was found'),
});

/** Functions that jsdom lacks and a browser has. Motion is reduced, so that nothing has to be waited for. */
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query.includes('reduced-motion'),
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
}));

class StillResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', StillResizeObserver);
// Virtual rows are rendered for the visible height.
Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, value: 56 });
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
// The editor measures its lines.
Object.defineProperty(Range.prototype, 'getClientRects', { configurable: true, value: () => [] });
// axe asks for a canvas to look at icon fonts, and takes no for an answer.
HTMLCanvasElement.prototype.getContext = () => null;
// One document serves all files: this runs again for each.
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  cleanNotifications();
  localStorage.clear();
  expectAllAnswered();
});
