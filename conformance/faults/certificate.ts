export { makeCertificate } from '../../packages/cluster-kubernetes/src/testing/certificate.js';
