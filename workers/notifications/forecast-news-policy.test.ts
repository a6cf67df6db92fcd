/** Tests the notification about a forecast, also for days that may have no loads. */

import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { createForecastNewsPolicy } from './forecast-news-policy.ts'

const madeAt = '2026-11-25T02:00:00.000Z'

function messageOf(regularity: { days: number; of: number } | undefined): unknown {
  const policy = createForecastNewsPolicy(() => new Date(madeAt))
  const data = {
    forecastId: 'nightly-2026-11-25',
    madeOn: '2026-11-25',
    madeAt,
    regularity,
    city: [{ date: '2026-11-26', p10: 11.2, p50: 14.6, p90: 18 }],
  }
  policy.evolve({ type: 'ForecastMade', data } as unknown as Event)
  return policy.outstanding().map(({ data }) => 'text' in data && renderInEnglish(data).message)
}

it('says that loads may not come, where they do not come daily', () =>
  expect(messageOf({ days: 5, of: 28 })).toEqual([
    'If loads arrive on Thu 26 Nov, about 14.6\u00a0t of waste is expected, likely 11.2 to 18.0\u00a0t. Loads came on 5 of the last 28 days.',
  ]))

it.each([[{ days: 28, of: 28 }], [undefined]])('says what is expected where they come daily: %j', (regularity) =>
  expect(messageOf(regularity)).toEqual([
    'About 14.6\u00a0t of waste is expected on Thu 26 Nov, likely 11.2 to 18.0\u00a0t.',
  ]),
)
