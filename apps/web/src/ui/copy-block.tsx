import { useClipboard } from '@mantine/hooks';
import { ActionIcon, VisuallyHidden } from './controls.js';
import classes from './copy-block.module.css';
import { Icon } from './icon.js';

export interface CopyBlockProps {
  readonly text: string;
  /** What is copied, e.g. "the command". */
  readonly name: string;
}

/** Text to paste elsewhere. */
export function CopyBlock({ text, name }: CopyBlockProps) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <div className={classes['block']}>
      <code>{text}</code>
      <ActionIcon
        aria-label={`Copy ${name}`}
        title={copied ? 'Copied' : `Copy ${name}`}
        onClick={() => copy(text)}
      >
        <Icon name={copied ? 'check' : 'copy'} />
      </ActionIcon>
      <VisuallyHidden aria-live="polite">{copied ? 'Copied' : ''}</VisuallyHidden>
    </div>
  );
}
