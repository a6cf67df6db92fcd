/** Handles API requests that read sites: all sites, one site, or a site's contents over time. */

import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { earlierDayOf } from '#domain/city-time.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { createConcurrencyLimit, runWithinLimit } from '#platform/http/concurrency-limit.ts'
import type { PictureStore } from '#platform/pictures/pictures.ts'
import { createRowComparator } from '#platform/read-store/order.ts'
import { openSitesQuery } from '../queries/lists.ts'
import { latestRecordDayOf, readCompositionDays } from './composition-days.ts'
import { type CompositionRow, readLatestDays, toCompositionRecord } from './compositions-view.ts'
import { type SiteRow, toSite } from './sites-view.ts'

const NEWEST_FIRST = createRowComparator({ date: -1 })

/**
 * Maximum number of pictures in the answer, newest first.
 * For older pictures, the answer contains only the URL.
 */
const MOST_IMAGES = 50
/**
 * Size in bytes of the pictures in the answer, after which it contains no more.
 * Fifty photos have less.
 */
const MOST_IMAGE_BYTES = 16 * 1024 * 1024
/** Width of the images, in px. */
const IMAGE_WIDTH = 1_280
/**
 * Maximum number of answers with pictures at once, in total and per person.
 * Each takes several times its pictures' size in memory.
 */
const MAX_ANSWERS_WITH_IMAGES = { all: 8, ofOne: 2 }
const TOO_MANY = msg`Too many pictures at once. Please try again in a few seconds.`

/**
 * Returns pictures in base64, by row id.
 * Reads one at a time, to not delay other requests.
 */
async function imagesOf(
  rows: readonly CompositionRow[],
  pictures: Pick<PictureStore, 'get'>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let size = 0
  for (const { id, image } of rows.filter((row) => row.image).slice(0, MOST_IMAGES)) {
    const bytes = image && (await pictures.get(image, IMAGE_WIDTH))
    if (!bytes) continue
    size += bytes.length
    if (size > MOST_IMAGE_BYTES) break
    found.set(id, Buffer.from(bytes).toString('base64'))
  }
  return found
}

export function createSiteReadHandlers(pictures: Pick<PictureStore, 'get'>): ReadHandlers {
  const enter = createConcurrencyLimit(MAX_ANSWERS_WITH_IMAGES, { ofOne: TOO_MANY, all: TOO_MANY })
  return {
    async compositionDays({ query: { records, to, ...asked } }, { rows, now }) {
      const last = latestRecordDayOf(now)
      const days = await readCompositionDays(rows, { ...asked, to: to === undefined ? last : earlierDayOf(to, last) })
      return { days: days.map(({ records: each, ...day }) => (records ? { ...day, records: each } : day)) }
    },
    async compositionHistory({ query: { site_id, images, limit }, principal: { userId } }, { rows, now }) {
      const latest = { site_id, to: latestRecordDayOf(now), days: 30 }
      const records = await readLatestDays(
        rows,
        latest,
        (found) => found,
        ({ length }) => length >= limit,
      )
      const newest = [...records].sort(NEWEST_FIRST).slice(0, limit)
      const inline =
        images === '1'
          ? await runWithinLimit(enter, userId, () => imagesOf(newest, pictures))
          : new Map<string, string>()
      if (isRejection(inline)) return inline
      return { history: newest.map((row) => ({ ...toCompositionRecord(row), annotated_image: inline.get(row.id) })) }
    },
    async sites(_call, { rows }) {
      const found = await rows.find<SiteRow>('sites', openSitesQuery)
      return { sites: found.map(toSite) }
    },
    async site({ params }, { rows }) {
      const [row] = await rows.get<SiteRow>('sites', [params.id])
      return row?.open
        ? { site: toSite(row) }
        : reject('not-found', msg`The requested waste site could not be found or may have been removed.`)
    },
  }
}
