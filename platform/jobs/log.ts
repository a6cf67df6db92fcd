/** The few logger methods that the jobs need, so that pino fits and nothing depends on it. */

export interface JobsLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Used when no logger is given: errors and warnings must not vanish. */
export const consoleLog: JobsLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
}
