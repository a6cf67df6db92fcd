/** Sites: one row per dumping site with its load and composition. */
import type { Site } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export type SiteRow = Row & Site

export const sitesView = defineView<SiteRow>({
  name: 'sites',
  on: {
    SiteOpened: {
      id: (data) => data.siteId,
      row: (
        _,
        { siteId: id, name, location, zone, coordinates, maxCapacity, currentCapacity, composition, openedAt },
      ) => ({
        id,
        name,
        location,
        zone,
        coordinates,
        maxCapacity,
        currentCapacity,
        composition,
        lastUpdated: openedAt,
      }),
    },
  },
})

export const toSite = ({ position: _, ...site }: SiteRow): Site => site
