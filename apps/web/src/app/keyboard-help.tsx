import { Kbd, Modal } from '../ui/controls/controls.js';
import { SimpleTable } from '../ui/tables/simple-table.js';
import { pages } from './navigation.js';

export interface KeyboardHelpProps {
  readonly onClose: () => void;
}

const keys: readonly { readonly keys: readonly string[]; readonly description: string }[] = [
  { keys: ['⌘', 'K'], description: 'Search objects, pages and actions (or Ctrl K)' },
  { keys: ['/'], description: 'Filter the list' },
  { keys: ['j'], description: 'Next row' },
  { keys: ['k'], description: 'Previous row' },
  { keys: ['Enter'], description: 'Open the row' },
  { keys: ['f'], description: 'Fleet: add the cluster to the favorites, or remove it' },
  { keys: ['x'], description: 'Nodes: select the node, or no longer' },
  { keys: ['Esc'], description: 'Close the panel' },
  {
    keys: ['a'],
    description: 'Focus the Approve button of a decision; in the list, approve the row',
  },
  ...pages.map(({ key, label }) => ({ keys: ['g', key], description: `Go to ${label}` })),
  { keys: ['?'], description: 'Show keyboard shortcuts' },
];

export function KeyboardHelp({ onClose }: KeyboardHelpProps) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
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
          { header: 'Action', renderCell: ({ description }) => description },
        ]}
        rows={keys}
        rowKey={({ description }) => description}
      />
    </Modal>
  );
}
