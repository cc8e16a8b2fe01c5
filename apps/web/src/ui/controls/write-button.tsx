import type { ReactNode, Ref } from 'react';
import type { AccessAction } from '../../gql/graphql.js';
import { useViewer } from '../../lib/context/viewer.js';
import { Button, Tooltip } from './controls.js';

export interface WriteButtonProps {
  /**
   * The action of the button, which is disabled, with the reason, when the viewer may not do it. Absent for
   * actions of every signed-in user.
   */
  readonly action?: AccessAction;
  /** Why it is disabled; absent when it is enabled. */
  readonly disabledReason?: string | undefined;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly variant?: 'primary' | 'default' | 'danger';
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/**
 * A button that changes something. When it is disabled, it says why on hover and to screen readers,
 * and stays reachable by keyboard.
 */
export function WriteButton(props: WriteButtonProps) {
  const disabledReason = useViewer().refusalOf(props.action) ?? props.disabledReason;
  const { variant = 'primary' } = props;
  return (
    <Tooltip
      label={disabledReason ?? ''}
      disabled={disabledReason === undefined}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        ref={props.buttonRef ?? null}
        type={disabledReason === undefined ? (props.type ?? 'button') : 'button'}
        variant={variant === 'default' ? 'default' : 'filled'}
        {...(variant === 'danger' ? { color: 'red.9' } : {})}
        loading={props.isBusy ?? false}
        {...(disabledReason === undefined
          ? {}
          : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': disabledReason })}
        onClick={disabledReason === undefined ? props.onClick : (event) => event.preventDefault()}
      >
        {props.children}
      </Button>
    </Tooltip>
  );
}
