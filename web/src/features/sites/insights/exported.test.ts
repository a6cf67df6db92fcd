/** Exports name content and date, and contain the visible figures. */
import { expect, it } from 'vitest'
import type { CompositionDay } from '#contract/views.ts'
import { carriedForwardText } from './carried-forward.ts'
import { dayCsv, daysCsv, fileName } from './exported.ts'

const known = {
  date: '2026-01-05',
  totalWeight: 750,
  composition: { plastic: 40, paper: 60, glass: 0 },
} as CompositionDay
const unknown = { date: '2026-01-06', totalWeight: 12.5, simulated: true } as CompositionDay

it('names files after what, where and when', () => {
  expect(fileName('trend', 'North Dumping Site', '2026-01-05', '2026-02-03')).toBe(
    'waste-trend-north-dumping-site-2026-01-05-to-2026-02-03',
  )
  expect(fileName('composition', ' Agbogbloshie (old) ', '2026-01-05')).toBe(
    'waste-composition-agbogbloshie-old-2026-01-05',
  )
})

it.each([
  ['Ɛdwuma ŋɔ: Ɔdɔ', 'waste-trend-ɛdwuma-ŋɔ-ɔdɔ-2026-01-05'],
  ['🚛♻️ ../..', 'waste-trend-2026-01-05'],
  ['\u200f=HYPERLINK("x")\u200e', 'waste-trend-hyperlink-x-2026-01-05'],
  ['CON', 'waste-trend-con-2026-01-05'],
  // A letter with a mark of its own.
  ['ɛ̃bɛ̃', 'waste-trend-ɛ̃bɛ̃-2026-01-05'],
])('names a file after %s', (where, name) => {
  expect(fileName('trend', where, '2026-01-05')).toBe(name)
})

it('names no file longer than file systems take', () => {
  for (const letter of ['𐐷', '漢', 'a b'])
    expect(
      Buffer.from(`${fileName('composition', letter.repeat(80), '2026-01-05', '2026-02-03')}.csv`).length,
    ).toBeLessThan(255)
})

it('leaves empty what nobody knows, and writes 0 where that is known', () => {
  const [, first, second] = daysCsv('All Sites', [known, unknown], String).split('\r\n')
  expect(first).toBe('2026-01-05,All Sites,750,40,60,0,0,0,0,0,no,')
  expect(second).toBe('2026-01-06,All Sites,12.5,,,,,,,,yes,')
})

it('says which sites count by an earlier record', () => {
  const day = { ...known, carried: [{ site_id: 'WS002', date: '2026-01-03' }] }
  const name = (id: string) => `Site ${id}`
  expect(daysCsv('All Sites', [day], name)).toContain(',no,Site WS002 2026-01-03')
  expect(carriedForwardText(day, name)).toBe('Site WS002 as of 3 Jan')
  expect(carriedForwardText(known, name)).toBeUndefined()
})

it('tells each material of a day with its tonnes, but none that there is not', () => {
  expect(dayCsv('North', known).split('\r\n').slice(1, 3)).toEqual([
    '2026-01-05,North,plastic,40,300,no',
    '2026-01-05,North,paper,60,450,no',
  ])
  expect(dayCsv('North', unknown).split('\r\n')).toHaveLength(2)
})
