/**
 * Resolves at the first SIGINT or SIGTERM. A second one ends the process at once: whoever asks twice does not want to
 * wait for an orderly stop.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = (): void => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
