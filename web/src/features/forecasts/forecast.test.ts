/** Tests that error texts of forecasts match the specification exactly. */
import { expect, it } from 'vitest'
import { describeForecastFailure, describeForecastRefreshFailure } from './forecast.ts'

const WAKING = 'The ML service is waking up. This may take up to 60 seconds. Please try again.'
const UNAVAILABLE = 'ML service is temporarily unavailable. Please try again in a few moments.'
const FAILED = 'Failed to load forecast. Please check your connection and try again.'

it.each([
  [{ status: 0, isTimeout: true }, WAKING],
  [{ status: 504 }, WAKING],
  [{ status: 503 }, UNAVAILABLE],
  [{ status: 500 }, FAILED],
  [{ status: 0 }, FAILED],
  [{ status: 403 }, FAILED],
] as const)('of %j it says %s', (failure, text) => {
  expect(describeForecastFailure(failure)).toBe(text)
  expect(describeForecastRefreshFailure({ message: '', ...failure })).toBe(text)
})

it.each([409, 429])('lets a refusal (%d) of a new one say why', (status) =>
  expect(describeForecastRefreshFailure({ status, message: 'Not yet.' })).toBe('Not yet.'),
)
