/**
 * Logger methods that the jobs need.
 * They match pino without depending on it.
 */

export interface JobsLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Default logger: writes errors and warnings to the console, so that none is lost. */
export const consoleJobsLog: JobsLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
}
