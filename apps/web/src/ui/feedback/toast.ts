import { notifications } from '@mantine/notifications';

/** Shows a confirmation for five seconds. */
export function toast(message: string): void {
  notifications.show({
    message,
    autoClose: 5_000,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
