/** The health check of a process that follows the log: where its views are, and how far behind. */
import type { Health } from '#platform/http/server.ts'
import pkg from '../package.json' with { type: 'json' }
import type { Runner } from './runner/runner.ts'

export const healthOf = (runner: Runner, status: Health['status']): Health => ({
  status,
  version: pkg.version,
  position: String(Math.max(0, runner.position())),
  lag: runner.lag(),
})
