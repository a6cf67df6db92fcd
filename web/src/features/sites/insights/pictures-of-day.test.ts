/** A day shows the latest picture of each site that has one. */
import { expect, it } from 'vitest'
import type { CompositionRecord } from '#contract/views.ts'
import { picturesOf } from './pictures-of-day.ts'

const record = (site_id: string, time: string, image_url?: string) =>
  ({ site_id, date: `2026-01-05T${time}:00.000Z`, image_url }) as CompositionRecord

it('takes the latest picture of each site, in whatever order they come', () => {
  const early = record('WS002', '08:00', '/early')
  const late = record('WS002', '17:00', '/late')
  const other = record('WS001', '12:00', '/other')
  for (const records of [
    [early, late, other],
    [late, other, early],
  ]) {
    expect(picturesOf(records).map(({ siteId, url }) => [siteId, url])).toEqual([
      ['WS001', '/other'],
      ['WS002', '/late'],
    ])
  }
})

it('keeps a picture although a later record has none, and says nothing of a site without one', () => {
  const records = [record('WS001', '08:00', '/kept'), record('WS001', '09:00'), record('WS002', '08:00')]
  expect(picturesOf(records)).toEqual([{ siteId: 'WS001', url: '/kept', at: Date.parse('2026-01-05T08:00:00.000Z') }])
})
