/** The health check of a process that follows the log: where its views are, and how far behind. */

import { type Health, healthFrom, type Stage } from '#platform/http/health.ts'
import type { Look, Trouble } from '#platform/troubles.ts'
import { figure } from '#rules/figure.ts'
import pkg from '../../package.json' with { type: 'json' }
import type { Runner } from '../runner/runner.ts'

/** With what its views set aside, and what `look` finds. */
export async function healthOf(runner: Runner, stage: Stage, look: Look): Promise<Health> {
  const standing = { stage, version: pkg.version, position: String(Math.max(0, runner.position())), lag: runner.lag() }
  const rebuilding = runner.hasCaughtUp() ? [] : [REBUILDING]
  return healthFrom(standing, [...rebuilding, ...setAside(runner.quarantined().length), ...(await look())])
}

const REBUILDING: Trouble = {
  reason: 'Views are being rebuilt: reads show the rows of the version before, and live boards wait.',
}

/** The events that views could not take in. */
export function setAside(events: number): Trouble[] {
  if (events === 0) return []
  const reason = `${figure(events)} ${events === 1 ? 'event was set aside by a view' : 'events were set aside by views'}.`
  return [{ reason }]
}
