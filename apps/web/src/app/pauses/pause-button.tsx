import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/controls/controls.js';

/** Loaded on first use. */
const PauseDialog = lazy(async () => ({
  default: (await import('./pause-dialog.js')).PauseDialog,
}));

/** Opens the form that pauses changes, with the cluster of the page. */
export function PauseButton({ cluster }: { readonly cluster: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" style={{ flexShrink: 0 }} onClick={() => setOpen(true)}>
        Pause…
      </Button>
      <Suspense>
        {isOpen && <PauseDialog cluster={cluster} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
