export * from './kubelet-expression.js';
