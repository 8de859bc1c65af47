import { constants } from 'node:os';

/**
 * Resolves at the first SIGINT or SIGTERM. A second one ends the process at once: whoever asks twice does not want to
 * wait for an orderly stop.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      // What shells say of a process that a signal has ended.
      if (asked) process.exit(128 + constants.signals[signal]);
      asked = true;
      resolve();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
