import { useMediaQuery } from '@mantine/hooks';

/** A phone's width: less fits side by side. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false });
