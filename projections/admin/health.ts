/** Reports health of a log follower: view positions and lag. */

import { type Health, healthFrom, type Stage } from '#platform/http/health.ts'
import type { Look, Trouble } from '#platform/troubles.ts'
import { figure } from '#rules/figure.ts'
import pkg from '../../package.json' with { type: 'json' }
import type { Runner } from '../runner/runner.ts'

/** Returns the health, with quarantined events, a replaced log and what `look` finds. */
export async function healthOf(runner: Runner, stage: Stage, look: Look): Promise<Health> {
  const standing = { stage, version: pkg.version, position: String(Math.max(0, runner.position())), lag: runner.lag() }
  const rebuilding = runner.hasCaughtUp() ? [] : [REBUILDING]
  return healthFrom(standing, [
    ...rebuilding,
    ...setAside(runner.quarantined().length),
    ...ofOtherLog(runner),
    ...(await look()),
  ])
}

const REBUILDING: Trouble = {
  reason: 'Views are being rebuilt: reads show the rows of the version before, and live boards wait.',
}

const OTHER_LOG: Trouble = {
  reason:
    'The log was rolled back or replaced. Boards show what was there before until all rows are made of the log again; nothing that depends on them can be saved until then.',
}

/** Returns a trouble if the rows come from a different log. */
export const ofOtherLog = (runner: Pick<Runner, 'isOfOtherLog'>): Trouble[] =>
  runner.isOfOtherLog() ? [OTHER_LOG] : []

/** Returns a trouble if views quarantined events. */
export function setAside(events: number): Trouble[] {
  if (events === 0) return []
  const reason = `${figure(events)} ${events === 1 ? 'event was set aside by a view' : 'events were set aside by views'}.`
  return [{ reason }]
}
