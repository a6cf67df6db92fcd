/** What the sites held, day by day: the last record of each site on a day, and all of them together. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { CompositionDay, CompositionRecord } from '#contract/views.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { someSimulated } from '#platform/read-store/some-simulated.ts'
import { dayIn, daysFrom } from '#rules/city-time.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import { inHundredths } from '#rules/hundredths.ts'
import { compositionOf, perMaterial } from '#rules/materials.ts'
import { hundredth } from '../reading/rounding.ts'
import { type CompositionRow, toCompositionRecord } from './compositions-view.ts'

export interface Asked {
  site_id?: string | undefined
  from?: string | undefined
  to: string
  /** The latest days, so many at most. */
  limit: number
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** So far back is looked for days that have records, in steps that grow. */
const LOOK_BACK_DAYS = [45, 200, 800, 2_000]

const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

type Reads = Pick<Rows<'compositions' | 'configuration'>, 'find' | 'get'>

/** Oldest first. */
export async function compositionDays(rows: Reads, asked: Asked): Promise<(CompositionDay & Records)[]> {
  const dateOf = await datesBy(rows)
  for (const back of asked.from === undefined ? LOOK_BACK_DAYS : [0]) {
    const from = asked.from ?? shifted(asked.to, 1 - back)
    const records = await recordsIn(rows, { ...asked, from })
    const dated = records.map((record) => ({ date: dateOf(record.date), record }))
    const wanted = dated.filter(({ date }) => date >= from && date <= asked.to)
    const days = [...Map.groupBy(wanted, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1))
    const isEnough = asked.from !== undefined || days.length >= asked.limit || back === LOOK_BACK_DAYS.at(-1)
    if (isEnough)
      return days.slice(-asked.limit).map(([date, of]) =>
        dayOf(
          date,
          of.map(({ record }) => record),
        ),
      )
  }
  return []
}

/** By the city's clock, so many hours later as is configured. */
async function datesBy(rows: Reads): Promise<(time: string) => string> {
  const [configuration] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
  const { city = FIRST_CITY, compositionDateShiftHours = 2 } = configuration ?? {}
  return (time) => dayIn(city.timeZone, new Date(Date.parse(time) + compositionDateShiftHours * HOUR_MS).toISOString())
}

function recordsIn(rows: Reads, { site_id, from, to }: Required<Pick<Asked, 'from' | 'to'>> & Asked) {
  // No clock is further from UTC than a day, nor can records be shifted by more.
  const day = { $in: daysFrom(shifted(from ?? to, -2), shifted(to, 2)) }
  return rows.find<CompositionRow>('compositions', {
    filter: { day, ...(site_id === undefined ? {} : { site_id }) },
    sort: { date: 1 },
  })
}

interface Records {
  records: CompositionRecord[]
}

function dayOf(date: string, rows: readonly CompositionRow[]): CompositionDay & Records {
  const last = [...new Map(rows.map((row) => [row.site_id, row])).values()]
  const held = last.map((row) => ({
    currentCapacity: row.current_capacity,
    composition: perMaterial((material) => row[`${material}_percent`]),
  }))
  const composition = compositionOf(held)
  return {
    date,
    ...someSimulated(last),
    totalWeight: hundredth(held.reduce((sum, { currentCapacity }) => sum + currentCapacity, 0)),
    ...(composition && { composition: inHundredths(composition) }),
    records: last.map(toCompositionRecord),
  }
}
