/** Latest picture of each site on a day. */
import type { CompositionRecord } from '#contract/views.ts'

export interface DayPicture {
  siteId: string
  url: string
  /** Time of the picture, epoch ms. */
  at: number
}

export function picturesOf(records: readonly CompositionRecord[]): readonly DayPicture[] {
  const bySite = new Map<string, DayPicture>()
  for (const { site_id: siteId, image_url: url, date } of records) {
    const at = Date.parse(date)
    if (url && at >= (bySite.get(siteId)?.at ?? at)) bySite.set(siteId, { siteId, url, at })
  }
  return [...bySite.values()].sort((a, b) => a.siteId.localeCompare(b.siteId))
}
