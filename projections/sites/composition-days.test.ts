/**
 * Tests what sites contain on each day.
 * For a day without a record of a site, the site's last earlier record counts.
 */

import { expect, it } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import { MATERIALS } from '#domain/city.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { latestRecordDayOf, readCompositionDays } from './composition-days.ts'

interface Recorded {
  site: string
  /**
   * Day or time at which the site's contents were recorded.
   * A day alone means noon.
   */
  on: string
  tonnes: number
  plastic?: number
}

async function city(records: readonly Recorded[], closed: readonly string[] = []) {
  const reads = openMemoryReadStore()
  const rows = records.map(({ site, on, tonnes, plastic = 100 }, n) => {
    const date = on.length > 10 ? on : `${on}T12:00:00.000Z`
    const parts = Object.fromEntries(MATERIALS.map((material) => [`${material}_percent`, 0]))
    const held = { ...parts, plastic_percent: plastic, other_percent: 100 - plastic, current_capacity: tonnes }
    return {
      id: `${site}-${n}`,
      position: n + 1,
      site_id: site,
      date,
      day: date.slice(0, 10),
      created_at: date,
      ...held,
    }
  })
  await fillTable(reads, 'compositions', rows)
  await fillTable(reads, 'configuration', [])
  const sites = [...new Set(records.map(({ site }) => site))]
  await fillTable(
    reads,
    'sites',
    sites.map((id) => ({ id, position: 1, open: !closed.includes(id) })),
  )
  return rowsOf<'compositions' | 'configuration' | 'sites'>(reads, tableNameOf)
}
const asked = { to: '2026-03-31', limit: 30 }
const told = async (records: readonly Recorded[], ask: object = {}, closed: readonly string[] = []) =>
  (await readCompositionDays(await city(records, closed), { ...asked, ...ask })).map(
    ({ date, totalWeight, carried }) => [
      date,
      totalWeight,
      ...(carried ?? []).map(({ site_id, date: of }) => `${site_id} ${of}`),
    ],
  )

const north = (on: string, tonnes: number) => ({ site: 'N', on, tonnes })
const south = (on: string, tonnes: number) => ({ site: 'S', on, tonnes })

it('carries a site on over days without a record of it, and says from when', async () => {
  const records = [
    north('2026-03-01', 700),
    south('2026-03-01', 400),
    north('2026-03-02', 720),
    south('2026-03-04', 410),
  ]
  expect(await told(records)).toEqual([
    ['2026-03-01', 1_100],
    ['2026-03-02', 1_120, 'S 2026-03-01'],
    ['2026-03-04', 1_130, 'N 2026-03-02'],
  ])
})

it.each([
  ['the month before', '2026-02-20'],
  ['a year before', '2025-03-01'],
  ['seven years before', '2019-03-01'],
])('knows a record of %s, whether the days are asked by their number or from a day on', async (_, before) => {
  const records = [south(before, 400), north('2026-03-02', 700), north('2026-03-03', 710)]
  const expected = [
    ['2026-03-02', 1_100, `S ${before}`],
    ['2026-03-03', 1_110, `S ${before}`],
  ]
  expect(await told(records, { from: '2026-03-01' })).toEqual(expected)
  expect(await told(records, { limit: 2 })).toEqual(expected)
})

it.each(['2026-03-01T21:59', '2026-03-01T22:00', '2026-03-01T23:59'])(
  'shows what was recorded at %s at once, though by its shift it is of tomorrow',
  async (time) => {
    const now = `${time}:30.000Z`
    const days = await told([north(now, 700)], {
      site_id: 'N',
      from: '2026-02-01',
      to: latestRecordDayOf(new Date(now)),
    })
    expect(days).toEqual([[time < '2026-03-01T22' ? '2026-03-01' : '2026-03-02', 700]])
  },
)

it('begins with a site when its first record comes, and looks at no later one', async () => {
  const records = [north('2026-03-01', 700), south('2026-03-02', 400), south('2026-03-05', 500)]
  expect(await told(records, { to: '2026-03-04' })).toEqual([
    ['2026-03-01', 700],
    ['2026-03-02', 1_100, 'N 2026-03-01'],
  ])
})

it('carries a closed site no further than to its last record', async () => {
  const records = [
    ...[south('2026-02-01', 300), north('2026-03-01', 700), south('2026-03-02', 400)],
    north('2026-03-03', 720),
  ]
  expect(await told(records, { from: '2026-03-01' }, ['S'])).toEqual([
    ['2026-03-01', 1_000, 'S 2026-02-01'],
    ['2026-03-02', 1_100, 'N 2026-03-01'],
    ['2026-03-03', 720],
  ])
})

it('carries nothing if one site is requested', async () => {
  const records = [north('2026-03-01', 700), south('2026-03-02', 400)]
  expect(await told(records, { site_id: 'S' })).toEqual([['2026-03-02', 400]])
})

it('weights the composition by all that lies there, and hands out only the day’s own records', async () => {
  const rows = await city([
    { site: 'S', on: '2026-03-01', tonnes: 300, plastic: 0 },
    { site: 'N', on: '2026-03-02', tonnes: 100, plastic: 80 },
  ])
  const [, day] = await readCompositionDays(rows, asked)
  expect(day?.composition).toMatchObject({ plastic: 20, other: 80 })
  expect(day?.records.map(({ site_id }) => site_id)).toEqual(['N'])
})
