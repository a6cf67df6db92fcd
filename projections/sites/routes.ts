/** Handles API requests that read sites: all sites, one site, or a site's contents over time. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { earlierDayOf } from '#domain/city-time.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
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
/** Width of the images, in px. */
const IMAGE_WIDTH = 1_280

/**
 * Returns pictures in base64, by row id.
 * Reads one at a time, to not delay other requests.
 */
async function imagesOf(
  rows: readonly CompositionRow[],
  pictures: Pick<PictureStore, 'get'>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { id, image } of rows.filter((row) => row.image).slice(0, MOST_IMAGES)) {
    const bytes = image && (await pictures.get(image, IMAGE_WIDTH))
    if (bytes) found.set(id, Buffer.from(bytes).toString('base64'))
  }
  return found
}

export function createSiteReadHandlers(pictures: Pick<PictureStore, 'get'>): ReadHandlers {
  return {
    async compositionDays({ query: { records, to, ...asked } }, { rows, now }) {
      const last = latestRecordDayOf(now)
      const days = await readCompositionDays(rows, { ...asked, to: to === undefined ? last : earlierDayOf(to, last) })
      return { days: days.map(({ records: each, ...day }) => (records ? { ...day, records: each } : day)) }
    },
    async compositionHistory({ query: { site_id, images, limit } }, { rows, now }) {
      const latest = { site_id, to: latestRecordDayOf(now), days: 30 }
      const records = await readLatestDays(
        rows,
        latest,
        (found) => found,
        ({ length }) => length >= limit,
      )
      const newest = [...records].sort(NEWEST_FIRST).slice(0, limit)
      const inline = images === '1' ? await imagesOf(newest, pictures) : new Map<string, string>()
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
