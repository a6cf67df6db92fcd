/** Predicted time of a zone: to the hour, with days if they differ, and nothing once it has passed. */
import { expect, it } from 'vitest'
import { predictedTimeText } from './predicted-time-text.ts'

/** A Wednesday. */
const NOW = Date.parse('2026-03-04T12:00:00.000Z')
const reaches = { at: '2026-03-05T14:10:00.000Z', from: '2026-03-05T11:00:00.000Z', until: '2026-03-05T18:20:00.000Z' }

it.each([
  [{ reaches }, 'Tomorrow about 14:00, likely 11:00 to 18:00'],
  [
    { reaches: { ...reaches, from: '2026-03-04T20:40:00.000Z', until: '2026-03-07T06:00:00.000Z' } },
    'Tomorrow about 14:00, likely today 21:00 to Sat 06:00',
  ],
  [
    { reaches: { ...reaches, at: '2026-03-04T11:00:00.000Z', from: '2026-03-04T09:00:00.000Z' } },
    'Any time now, likely 09:00 to tomorrow 18:00',
  ],
  [{ reaches, foretold: { of: 10, within: 8 } }, 'Tomorrow about 14:00, likely 11:00 to 18:00 · 8 of 10 came true'],
  [{ reaches: { ...reaches, until: '2026-03-04T11:59:00.000Z' } }, null],
  [{}, null],
])('%j', (zone, says) => expect(predictedTimeText(zone, NOW)).toBe(says))
