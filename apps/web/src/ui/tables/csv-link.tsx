import { ActionIcon } from '../controls/controls.js';
import { Icon } from '../controls/icon.js';

/** Downloads all rows of the filtered list, not only those that are loaded. */
export const CsvLink = ({ href }: { readonly href: string }) => (
  <ActionIcon
    component="a"
    href={href}
    download
    aria-label="Download CSV"
    title="Download all rows as CSV"
  >
    <Icon name="download" />
  </ActionIcon>
);
