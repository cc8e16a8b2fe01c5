/**
 * Loaded into every child (`node --import`): when the supervisor is gone, however it went, its end
 * of the channel closes, and the child stops as if it had been asked to.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
