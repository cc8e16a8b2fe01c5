/**
 * Imported into each child (`node --import`). When the supervisor ends for any reason, the channel
 * closes and the child stops as on SIGTERM.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
