/** Day headings of the history. */
import { expect, it } from 'vitest'
import { withDays } from './days.ts'

const at = (position: number, time: string) => ({
  ...{ position, type: 'KeyClaimed', sentence: 'S', at: time, recordedAt: time },
  actor: { name: 'The installation' },
})

it('stand above the first event of each day of the city', () => {
  const events = [
    at(3, '2026-03-12T23:30:00.000Z'),
    at(2, '2026-03-12T22:30:00.000Z'),
    at(1, '2026-03-12T01:00:00.000Z'),
  ]
  const shown = (timeZone: string) => withDays(events, timeZone).map((row) => row.event?.position ?? row.day)
  expect(shown('Africa/Accra')).toEqual(['2026-03-12', 3, 2, 1])
  expect(shown('Africa/Lagos')).toEqual(['2026-03-13', 3, '2026-03-12', 2, 1])
  expect(withDays([], 'Africa/Accra')).toEqual([])
})
