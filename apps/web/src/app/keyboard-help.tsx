import { Kbd, Modal } from '../ui/controls.js';
import { SimpleTable } from '../ui/simple-table.js';
import { pages } from './pages.js';

export interface KeyboardHelpProps {
  readonly onClose: () => void;
}

const keys: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['⌘', 'K'], does: 'Search pages, clusters and actions (Ctrl K too)' },
  { keys: ['/'], does: 'Filter the list' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Esc'], does: 'Close the panel' },
  { keys: ['a'], does: 'Go to the approve button of a waiting decision' },
  ...pages.map(({ key, label }) => ({ keys: ['g', key], does: `Go to ${label}` })),
  { keys: ['?'], does: 'This list' },
];

export function KeyboardHelp({ onClose }: KeyboardHelpProps) {
  return (
    <Modal opened onClose={onClose} title="Keyboard" closeButtonProps={{ 'aria-label': 'Close' }}>
      <SimpleTable
        caption="Keys"
        columns={[
          {
            header: 'Key',
            renderCell: ({ keys: pressed }) =>
              pressed.map((key) => (
                <span key={key}>
                  <Kbd>{key}</Kbd>{' '}
                </span>
              )),
          },
          { header: 'What it does', renderCell: ({ does }) => does },
        ]}
        rows={keys}
        rowKey={({ does }) => does}
      />
    </Modal>
  );
}
