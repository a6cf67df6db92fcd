/** Compositions: one row per record of what a site contains, from its opening on. */

import { pictureUrl } from '#contract/pictures/pictures.ts'
import type { CompositionRecord } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { simulatedMarkOf } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface CompositionRow extends Row, CompositionRecord {
  /** UTC day of the record. Queries of records use this field. */
  day: string
  /** Hash of the picture's content. */
  image?: string
}

type Percents = Pick<CompositionRecord, Extract<keyof CompositionRecord, `${string}_percent`>>

const percents = (composition: Readonly<Record<string, number>>) =>
  Object.fromEntries(MATERIALS.map((material) => [`${material}_percent`, composition[material] ?? 0])) as Percents

/** Whether a composition is known. An unanalysed composition is empty and is not recorded. */
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
        ...(data.image && { image_url: pictureUrl(data.image), image: data.image }),
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
