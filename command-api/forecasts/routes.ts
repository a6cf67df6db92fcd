/** HTTP handler that requests a new forecast. */

import { NIGHTLY_FORECAST_TIME, nightlyForecastIdOf } from '#contract/forecasts/forecasts.ts'
import { isRejection } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { localDayOf } from '#domain/city-time.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import type { Handlers } from '#platform/http/api.ts'
import { type ForecastState, forecastAggregate } from '../aggregates/forecast.ts'
import { handleCommand } from '../kernel/handle.ts'
import { uuidOf } from '../kernel/idempotency-keys.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import { requestForecast } from './request-forecast.ts'

export function createForecastHandlers({ store, rows, clock }: Kernel): Handlers {
  return {
    async refreshForecast({ principal: { userId: requestedBy }, envelope }) {
      const { city } = await readConfiguration(await rows.standing('configuration'))
      const madeOn = localDayOf(city.timeZone, clock().toISOString())
      const isNightDue = parseDateTimeFieldIn(city.timeZone, `${madeOn}T${NIGHTLY_FORECAST_TIME}`) <= clock().getTime()
      const asked = { forecastId: `asked-${uuidOf(envelope.commandId)}`, madeOn, requestedBy }
      const command = { ...asked, ...(isNightDue && { nightly: nightlyForecastIdOf(madeOn) }) }
      const decide = (state: ForecastState) => requestForecast(command, state, clock())
      const handled = await handleCommand(store, forecastAggregate.stream(madeOn), forecastAggregate, decide, envelope)
      if (isRejection(handled)) return handled
      const message = handled.state.asked
        ? msg`A new forecast is being made.`
        : msg`The forecast was made a moment ago.`
      return { message, position: handled.position }
    },
  }
}
