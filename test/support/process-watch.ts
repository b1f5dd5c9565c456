// What Node tells a process about its own mistakes: promises that nobody caught, exceptions that nobody expected, and
// warnings such as too many listeners. A suite that claims to survive something reads this afterwards.
export type ProcessWatch = { unhandled: string[]; warnings: string[]; stop(): void };

export function watchProcess(): ProcessWatch {
  const unhandled: string[] = [];
  const warnings: string[] = [];
  const onRejection = (reason: unknown): void => void unhandled.push(wordsOf(reason));
  const onException = (error: unknown): void => void unhandled.push(wordsOf(error));
  const onWarning = ({ name, message }: Error): void => {
    // That SQLite is young in Node is known, and said once in every process.
    if (name !== 'ExperimentalWarning') warnings.push(`${name}: ${message}`);
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtExceptionMonitor', onException);
  process.on('warning', onWarning);
  return {
    unhandled,
    warnings,
    stop() {
      process.off('unhandledRejection', onRejection);
      process.off('uncaughtExceptionMonitor', onException);
      process.off('warning', onWarning);
    },
  };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
