import { createEndpointPolicy } from '../connect/endpoint-policy.js';

/** For servers that specs start: they listen on this machine. */
export const loopbackEndpoints = createEndpointPolicy(['127.0.0.0/8']);
