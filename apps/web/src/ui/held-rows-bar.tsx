import { Button } from './controls.js';

export interface HeldRowsBarProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Announces new rows, and shows them on click. */
export function HeldRowsBar({ count, onShow }: HeldRowsBarProps) {
  return (
    <div aria-live="polite">
      {count > 0 && (
        <Button variant="light" size="compact-xs" onClick={onShow}>
          Show {count} new
        </Button>
      )}
    </div>
  );
}
