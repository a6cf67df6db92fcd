/** View of the dumping sites: one row for each site, with its contents and composition. */

import { pictureUrlOf } from '#contract/pictures/pictures.ts'
import type { Site } from '#contract/views.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface SiteRow extends Row, Site {
  open: boolean
}

export const sitesView = defineView<SiteRow>({
  name: 'sites',
  on: {
    SiteOpened: {
      id: (data) => data.siteId,
      row: (_, { data }) => ({
        id: data.siteId,
        name: data.name,
        location: data.location,
        zone: data.zone,
        coordinates: data.coordinates,
        maxCapacity: data.maxCapacity,
        currentCapacity: data.currentCapacity,
        composition: data.composition,
        lastUpdated: data.openedAt,
        open: true,
      }),
    },
    SiteCompositionUpdated: {
      id: (data) => data.siteId,
      // Removes the field `simulated`, because a manual entry replaces simulated values.
      row: (row, { data: { composition, currentCapacity, image, updatedAt: lastUpdated }, meta }) =>
        row && {
          ...row,
          simulated: undefined,
          ...simulatedMarkOf({ meta }),
          composition,
          currentCapacity,
          lastUpdated,
          ...(image && { image_url: pictureUrlOf(image), image_updated: lastUpdated }),
        },
    },
    SiteChanged: {
      id: (data) => data.siteId,
      row: (row, { data: { name, location, coordinates } }) => row && { ...row, name, location, coordinates },
    },
    SiteClosed: { id: (data) => data.siteId, row: (row) => row && { ...row, open: false } },
  },
})

export const toSite = ({ position: _, open: __, ...site }: SiteRow): Site => ({
  ...site,
  ...flattenComposition(site.composition),
})

const flattenComposition = (composition: Site['composition']) =>
  Object.fromEntries(Object.entries(composition).map(([material, percent]) => [`composition_${material}`, percent]))
