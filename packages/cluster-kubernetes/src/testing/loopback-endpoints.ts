import { createAddressPolicy } from '@kerf/system';

/** Allows servers that specs start on this machine. */
export const loopbackEndpoints = createAddressPolicy(['127.0.0.0/8']);
