import { createEndpointPolicy } from '../connect/endpoint-policy.js';

/** Allows servers that specs start on this machine. */
export const loopbackEndpoints = createEndpointPolicy(['127.0.0.0/8']);
