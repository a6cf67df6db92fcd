/** Logging: one JSON object a line (pino), with request and command ids and never personal data. */
import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** A logger to stderr at a level of pino's (`info` by default); `name` says which process speaks. */
export function createLog(name: string, level = 'info'): Logger {
  return pino({ name, level, base: { name } }, pino.destination({ dest: 2, sync: true }))
}
