/** When a collection may start: to the millisecond at both ends. */
import { expect, it } from 'vitest'
import { NOW } from '../kernel/spec.ts'
import { refuseStart } from './start-time.ts'

const DAY_MS = 24 * 60 * 60_000
const message = (ms: number) => refuseStart(new Date(NOW.getTime() + ms), NOW)?.message

it.each([
  [-60_001, 'The start lies in the past.'],
  [-60_000, undefined],
  [365 * DAY_MS, undefined],
  [365 * DAY_MS + 1, 'The start lies more than a year ahead.'],
])('%i ms from now: %s', (ms, said) => expect(message(ms)).toBe(said))
