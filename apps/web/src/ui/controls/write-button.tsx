import type { ReactNode, Ref } from 'react';
import { useViewer } from '../../lib/context/viewer.js';
import { Button, Tooltip } from './controls.js';

export interface WriteButtonProps {
  /** Why it is disabled; absent when it is enabled. */
  readonly whyNot?: string | undefined;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly look?: 'primary' | 'default' | 'danger';
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/**
 * A button that changes something. When it is disabled, it says why on hover and to screen readers,
 * and stays reachable by keyboard.
 */
export function WriteButton(props: WriteButtonProps) {
  const { whyReadOnly } = useViewer();
  const whyNot = whyReadOnly ?? props.whyNot;
  const { look = 'primary' } = props;
  return (
    <Tooltip
      label={whyNot ?? ''}
      disabled={whyNot === undefined}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        ref={props.buttonRef ?? null}
        type={whyNot === undefined ? (props.type ?? 'button') : 'button'}
        variant={look === 'default' ? 'default' : 'filled'}
        {...(look === 'danger' ? { color: 'red.9' } : {})}
        loading={props.isBusy ?? false}
        {...(whyNot === undefined
          ? {}
          : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': whyNot })}
        onClick={whyNot === undefined ? props.onClick : (event) => event.preventDefault()}
      >
        {props.children}
      </Button>
    </Tooltip>
  );
}
