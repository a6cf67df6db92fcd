/** Reports a log-following process's health: its views' positions and lag. */

import { formatNumber } from '#domain/number-format.ts'
import type { HealthCheck, HealthProblem } from '#platform/health-checks.ts'
import { type ProcessStage, type ServerHealth, summarizeHealth } from '#platform/http/health.ts'
import pkg from '../../package.json' with { type: 'json' }
import type { ProjectionRunner } from '../runner/runner.ts'

/** Returns the health of this process: its own problems and those that `look` returns. */
export async function checkProjectionsHealth(
  runner: ProjectionRunner,
  stage: ProcessStage,
  look: HealthCheck,
): Promise<ServerHealth> {
  const progress = { stage, version: pkg.version, position: String(Math.max(0, runner.position())), lag: runner.lag() }
  const rebuilding = runner.hasCaughtUp() ? [] : [REBUILDING]
  return summarizeHealth(progress, [
    ...rebuilding,
    ...describeQuarantineProblems(runner.quarantined().length),
    ...findRunnerProblems(runner),
    ...(await look()),
  ])
}

const REBUILDING: HealthProblem = {
  reason: 'Views are being rebuilt: reads show the previous version, and live boards wait.',
}

const REPLACED_LOG: HealthProblem = {
  reason:
    'The log was rolled back or replaced. Until all rows are rebuilt, boards show the previous state, and nothing that depends on them can be saved.',
}

/**
 * Returns a problem if the rows were built from another log.
 * Also returns one if events can't be applied.
 */
export function findRunnerProblems(runner: Pick<ProjectionRunner, 'isOfOtherLog' | 'failure'>): HealthProblem[] {
  const failure = runner.failure()
  const replaced = runner.isOfOtherLog() ? [REPLACED_LOG] : []
  if (failure === undefined) return replaced
  return [...replaced, { reason: `The views could not be updated, so boards show an earlier state: ${failure}` }]
}

/** Returns a problem if views quarantined events. */
export function describeQuarantineProblems(events: number): HealthProblem[] {
  if (events === 0) return []
  const reason = `${formatNumber(events)} ${events === 1 ? 'event is quarantined by a view' : 'events are quarantined by views'}.`
  return [{ reason }]
}
