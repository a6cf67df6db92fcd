/** Logging: one JSON object per line (pino), with ids, without personal data. */
import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/**
 * Creates a logger to stderr at a pino level (`info` by default).
 * `name` identifies the process.
 */
export function createLog(name: string, level = 'info'): Logger {
  return pino({ name, level, base: { name } }, pino.destination({ dest: 2, sync: true }))
}
