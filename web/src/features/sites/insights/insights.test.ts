/** Tests that a 30-day trend spans at most 30 calendar days. */
import { expect, it } from 'vitest'
import type { CompositionDay, CompositionRecord } from '#contract/views.ts'
import {
  createCompositionDaysCsv,
  createDayCompositionCsv,
  createInsightsFileName,
  describeCarriedForward,
  latestSitePicturesOf,
  selectTrendDays,
} from './insights.ts'

const on = (...dates: string[]) => dates.map((date) => ({ date }))

it('leaves out what is older than 30 days up to the latest record', () => {
  expect(selectTrendDays(on('2025-11-02', '2026-01-30', '2026-01-31', '2026-02-15', '2026-03-01'))).toEqual(
    on('2026-01-31', '2026-02-15', '2026-03-01'),
  )
  expect(selectTrendDays(on('2024-01-01'))).toEqual(on('2024-01-01'))
  expect(selectTrendDays([])).toEqual([])
})

/** Tests that a day shows each site's latest picture, if any. */
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
    expect(latestSitePicturesOf(records).map(({ siteId, url }) => [siteId, url])).toEqual([
      ['WS001', '/other'],
      ['WS002', '/late'],
    ])
  }
})

it('keeps a picture although a later record has none, and says nothing of a site without one', () => {
  const records = [record('WS001', '08:00', '/kept'), record('WS001', '09:00'), record('WS002', '08:00')]
  expect(latestSitePicturesOf(records)).toEqual([
    { siteId: 'WS001', url: '/kept', at: Date.parse('2026-01-05T08:00:00.000Z') },
  ])
})

/** Tests that exports are named by content and date, with visible figures. */
const known = {
  date: '2026-01-05',
  totalWeight: 750,
  composition: { plastic: 40, paper: 60, glass: 0 },
} as CompositionDay
const unknown = { date: '2026-01-06', totalWeight: 12.5, simulated: true } as CompositionDay

it('names files after what, where and when', () => {
  expect(createInsightsFileName('trend', 'North Dumping Site', '2026-01-05', '2026-02-03')).toBe(
    'waste-trend-north-dumping-site-2026-01-05-to-2026-02-03',
  )
  expect(createInsightsFileName('composition', ' Agbogbloshie (old) ', '2026-01-05')).toBe(
    'waste-composition-agbogbloshie-old-2026-01-05',
  )
})

it.each([
  ['Ɛdwuma ŋɔ: Ɔdɔ', 'waste-trend-ɛdwuma-ŋɔ-ɔdɔ-2026-01-05'],
  ['🚛♻️ ../..', 'waste-trend-2026-01-05'],
  ['\u200f=HYPERLINK("x")\u200e', 'waste-trend-hyperlink-x-2026-01-05'],
  ['CON', 'waste-trend-con-2026-01-05'],
  // One letter that consists of two characters.
  ['ɛ̃bɛ̃', 'waste-trend-ɛ̃bɛ̃-2026-01-05'],
])('names a file after %s', (where, name) => {
  expect(createInsightsFileName('trend', where, '2026-01-05')).toBe(name)
})

it('names no file longer than file systems take', () => {
  for (const letter of ['𐐷', '漢', 'a b'])
    expect(
      Buffer.from(`${createInsightsFileName('composition', letter.repeat(80), '2026-01-05', '2026-02-03')}.csv`).length,
    ).toBeLessThan(255)
})

it('leaves empty what nobody knows, and writes 0 where that is known', () => {
  const [, first, second] = createCompositionDaysCsv('All Sites', [known, unknown], String).split('\r\n')
  expect(first).toBe('2026-01-05,All Sites,750,40,60,0,0,0,0,0,no,')
  expect(second).toBe('2026-01-06,All Sites,12.5,,,,,,,,yes,')
})

it('says which sites count by an earlier record', () => {
  const day = { ...known, carried: [{ site_id: 'WS002', date: '2026-01-03' }] }
  const name = (id: string) => `Site ${id}`
  expect(createCompositionDaysCsv('All Sites', [day], name)).toContain(',no,Site WS002 2026-01-03')
  expect(describeCarriedForward(day, name)).toBe('Site WS002 as of 3 Jan')
  expect(describeCarriedForward(known, name)).toBeUndefined()
})

it('tells each material of a day with its tonnes, but none that there is not', () => {
  expect(createDayCompositionCsv('North', known).split('\r\n').slice(1, 3)).toEqual([
    '2026-01-05,North,plastic,40,300,no',
    '2026-01-05,North,paper,60,450,no',
  ])
  expect(createDayCompositionCsv('North', unknown).split('\r\n')).toHaveLength(2)
})
