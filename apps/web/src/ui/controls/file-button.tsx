import { FileButton as MantineFileButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from './controls.js';

export interface FileButtonProps {
  /** Endings, e.g. `.yaml,.json`. */
  readonly accept: string;
  readonly onText: (text: string) => void;
  readonly children: ReactNode;
}

/** Reads a file's text in the browser; nothing is sent. */
export function FileButton({ accept, onText, children }: FileButtonProps) {
  return (
    <MantineFileButton
      accept={accept}
      onChange={(file) => {
        if (file !== null) void file.text().then(onText);
      }}
    >
      {(props) => (
        <Button {...props} variant="default" size="compact-xs">
          {children}
        </Button>
      )}
    </MantineFileButton>
  );
}
