export { createLogger, type LogFields, type Logger, type LogLevel, logLevels } from './logger.js';
