/** Places of bins, each encrypted with its resident's key. */

import type { BinPlace } from '#contract/commands.ts'
import type { EventData } from '#contract/events.ts'
import type { BinLocation } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Sealer } from '#platform/sealing.ts'
import { defineView } from '../runner/view.ts'

/**
 * Row of a bin.
 * Its id is its resident's id.
 */
export interface BinRow extends Row, Pick<EventData<'BinPlaced'>, 'sealed' | 'source' | 'placedAt'> {}

export const binsView = defineView<BinRow>({
  name: 'bins',
  on: {
    BinPlaced: {
      id: (data) => data.userId,
      row: (_, { data: { userId: id, sealed, source, placedAt } }) => ({ id, sealed, source, placedAt }),
    },
  },
})

/**
 * Returns the locations of the given residents' bins, by resident id.
 * Leaves out unknown and erased residents.
 */
export async function readBins(
  rows: Pick<Rows<'bins'>, 'get'>,
  sealer: Sealer,
  userIds: readonly string[],
): Promise<Map<string, BinLocation>> {
  const found = (await rows.get<BinRow>('bins', [...new Set(userIds)])).filter((row) => row !== undefined)
  const places = await sealer.open<BinPlace>(found.map(({ id: personId, sealed }) => ({ personId, sealed })))
  return new Map(
    found.flatMap(({ id, source, placedAt }, index) => {
      const place = places[index]
      return place && Object.keys(place).length > 0 ? [[id, { place, source, placedAt }] as const] : []
    }),
  )
}
