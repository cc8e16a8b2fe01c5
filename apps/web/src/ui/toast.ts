import { notifications } from '@mantine/notifications';

/** Says that something was done, and goes away by itself. */
export function toast(message: string): void {
  notifications.show({
    message,
    autoClose: 5_000,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
