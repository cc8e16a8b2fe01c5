import { createSpotlight } from '@mantine/spotlight';

/** The palette's state, and what opens it from anywhere. */
export const paletteSpotlight: ReturnType<typeof createSpotlight> = createSpotlight();
