/** Routes the commands of forecast jobs to their streams. */

import type { FailForecast, MakeForecast, ScoreForecast } from '#contract/forecasts/forecasts.ts'
import { isRejection } from '#contract/http/problems.ts'
import { forecast, score } from '../aggregates/forecast.ts'
import { createPolicyEnvelope, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { failForecast, makeForecast } from './make-forecast.ts'
import { scoreForecast } from './score-forecast.ts'

/** Throws when the command is refused, so that its job is retried. */
export async function recordForecast(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  command: MakeForecast | FailForecast | ScoreForecast,
  commandId: string,
): Promise<void> {
  const handled = await record()
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)

  function record() {
    switch (command.type) {
      case 'MakeForecast': {
        const { type: _, simulated, ...made } = command
        const envelope = { ...createPolicyEnvelope(commandId), ...(simulated && { simulated }) }
        return handle(store, forecast.stream(made.madeOn), forecast, (s) => makeForecast(made, s, clock()), envelope)
      }
      case 'FailForecast': {
        const { type: _, ...failed } = command
        const decide = (state: typeof forecast.initial) => failForecast(failed, state, clock())
        return handle(store, forecast.stream(failed.madeOn), forecast, decide, createPolicyEnvelope(commandId))
      }
      case 'ScoreForecast': {
        const { type: _, simulated, ...scored } = command
        const envelope = { ...createPolicyEnvelope(commandId), ...(simulated && { simulated }) }
        return handle(store, score.stream(scored.date), score, (s) => scoreForecast(scored, s, clock()), envelope)
      }
    }
  }
}
