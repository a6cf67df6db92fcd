/**
 * Compositions: one row per record of a site's content, from its opening on.
 * Reads by day need not scan the whole history.
 */

import { pictureUrlOf } from '#contract/pictures/pictures.ts'
import type { CompositionRecord } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { addDays, laterDayOf, listDaysInRange } from '#domain/city-time.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { defineView } from '../runner/view.ts'

export interface CompositionRow extends Row, CompositionRecord {
  /**
   * UTC day of the composition record.
   * Queries filter by this day.
   */
  day: string
  /** Hash of the picture's content. */
  image?: string
}

type Percents = Pick<CompositionRecord, Extract<keyof CompositionRecord, `${string}_percent`>>

const percents = (composition: Readonly<Record<string, number>>) =>
  Object.fromEntries(MATERIALS.map((material) => [`${material}_percent`, composition[material] ?? 0])) as Percents

/**
 * Whether a composition is known.
 * A composition without analysis is empty, and is not recorded.
 */
const isKnown = (composition: object) => Object.keys(composition).length > 0

export const compositionsView = defineView<CompositionRow>({
  name: 'compositions',
  on: {
    SiteOpened: {
      id: ({ siteId, composition, openedAt }) => (isKnown(composition) ? `${siteId}@${openedAt}` : []),
      row: (_, { data }, id) => ({
        id,
        site_id: data.siteId,
        date: data.openedAt,
        current_capacity: data.currentCapacity,
        ...percents(data.composition),
        created_at: data.openedAt,
        day: data.openedAt.slice(0, 10),
      }),
    },
    SiteCompositionUpdated: {
      id: ({ siteId, number }) => `${siteId}-${number}`,
      row: (_, { data, meta }, id) => ({
        ...simulatedMarkOf({ meta }),
        id,
        site_id: data.siteId,
        date: data.updatedAt,
        current_capacity: data.currentCapacity,
        ...percents(data.composition),
        weight: data.weight,
        ...(data.image && { image_url: pictureUrlOf(data.image), image: data.image }),
        created_at: data.updatedAt,
        day: data.updatedAt.slice(0, 10),
      }),
    },
  },
})

export const toCompositionRecord = ({
  position: _,
  day: __,
  image: ___,
  ...record
}: CompositionRow): CompositionRecord => record

type Reads = Pick<Rows<'compositions'>, 'find'>
interface SiteFilter {
  site_id?: string | undefined
}

const siteFilter = ({ site_id }: SiteFilter) => (site_id === undefined ? {} : { site_id })

/** Maximum difference in days between the UTC day of a record and its day in the city. */
const SLACK_DAYS = 2

/** Returns the composition records of a range of UTC days, unsorted. */
function recordsIn(rows: Reads, { from, to, ...of }: SiteFilter & { from: string; to: string }) {
  const filter = { day: { $in: listDaysInRange(from, to) }, ...siteFilter(of) }
  return rows.find<CompositionRow>('compositions', { filter, unsorted: true })
}

/** Returns the earliest city day that a record can have, or undefined. */
async function firstDayOf(rows: Reads, of: SiteFilter): Promise<string | undefined> {
  const [first] = await rows.find<CompositionRow>('compositions', {
    filter: siteFilter(of),
    sort: { day: 1 },
    limit: 1,
  })
  return first && addDays(first.day, -SLACK_DAYS)
}

interface LatestDaysQuery extends SiteFilter {
  /** First day to read; by default the day of the first composition record. */
  from?: string | undefined
  to: string
  /** Number of days that the first query covers. */
  days: number
}

/**
 * Reads the composition records of the latest days and passes them to `make`.
 * While `isEnough` is false for its result, reads four times as many days, no record twice.
 * `since` is the first day of which all records were read.
 */
export async function readLatestDays<T>(
  rows: Reads,
  { from = '', to, days, ...of }: LatestDaysQuery,
  make: (records: readonly CompositionRow[], since: string) => T,
  isEnough: (made: T) => boolean,
): Promise<T> {
  const records: CompositionRow[] = []
  let beginning = from
  let isFirstDayKnown = false
  let last = addDays(to, SLACK_DAYS)
  for (let back = days + 15; ; back *= 4) {
    const since = laterDayOf(addDays(to, 1 - back), beginning)
    const first = addDays(since, -SLACK_DAYS)
    for (const record of await recordsIn(rows, { ...of, from: first, to: last })) records.push(record)
    last = addDays(first, -1)
    const made = make(records, since)
    if (since === beginning || isEnough(made)) return made
    if (!isFirstDayKnown) {
      beginning = laterDayOf((await firstDayOf(rows, of)) ?? to, beginning)
      isFirstDayKnown = true
    }
  }
}
