/** Where the sandbox says what went wrong inside itself. A pino logger fits. */
export interface SandboxLog {
  error(facts: object, message: string): void;
}

/** Writes one JSON object a line to stderr, and so leaves stdout to whoever runs the sandbox. */
export const stderrLog: SandboxLog = {
  error(facts, message) {
    process.stderr.write(`${JSON.stringify({ level: 'error', time: Date.now(), message, ...facts })}\n`);
  },
};
