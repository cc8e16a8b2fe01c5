import { Notifications } from '@mantine/notifications';

/** The area for toasts. */
export const Toasts = () => <Notifications position="bottom-right" />;
