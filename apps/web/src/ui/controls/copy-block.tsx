import { useClipboard } from '@mantine/hooks';
import { ActionIcon, VisuallyHidden } from './controls.js';
import classes from './copy-block.module.css';
import { Icon } from './icon.js';

export interface CopyBlockProps {
  readonly text: string;
  /** The copied thing, e.g. "the command". */
  readonly name: string;
  /** Truncated to one line; the full text on hover and in the copy. */
  readonly isOneLine?: boolean;
}

/** Text to paste elsewhere. */
export function CopyBlock({ text, name, isOneLine = false }: CopyBlockProps) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  return (
    <div className={classes['block']}>
      <code className={isOneLine ? classes['oneLine'] : ''} title={isOneLine ? text : undefined}>
        {text}
      </code>
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
