import { Kbd, Modal } from '../ui/controls/controls.js';
import { SimpleTable } from '../ui/tables/simple-table.js';
import { pages } from './navigation.js';

export interface KeyboardHelpProps {
  readonly onClose: () => void;
}

const keys: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['⌘', 'K'], does: 'Search pages, clusters and actions (or Ctrl K)' },
  { keys: ['/'], does: 'Filter the list' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Esc'], does: 'Close the panel' },
  { keys: ['a'], does: 'Focus the Approve button of a decision' },
  ...pages.map(({ key, label }) => ({ keys: ['g', key], does: `Go to ${label}` })),
  { keys: ['?'], does: 'Show keyboard shortcuts' },
];

export function KeyboardHelp({ onClose }: KeyboardHelpProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <SimpleTable
        caption="Keyboard shortcuts"
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
          { header: 'Action', renderCell: ({ does }) => does },
        ]}
        rows={keys}
        rowKey={({ does }) => does}
      />
    </Modal>
  );
}
