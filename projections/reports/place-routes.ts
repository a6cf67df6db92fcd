/**
 * Answers reads of places: of bins and of crews at their stops.
 * Residents read their own, dispatchers those of a report.
 * There are no such reads of the past, because auditors may not see places.
 */
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Reads } from '#platform/http/api.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { readBins } from './bins-view.ts'
import type { ReportRow } from './reports-view.ts'
import { openNotes, toServed, withoutProof } from './unseal-reports.ts'

const NO_PICTURE = reject('not-found', msg`There is no such picture.`)

export function placeReads({ sealer, pictures }: Pick<ReadDependencies, 'sealer' | 'pictures'>): Reads {
  return {
    async ownBin({ principal: { userId } }, { rows }) {
      return { bin: (await readBins(rows, sealer, [userId])).get(userId) ?? {} }
    },

    async reportDetail({ params: { id } }, { rows }) {
      const [row] = await rows.get<ReportRow>('reports', [id])
      if (!row) return reject('not-found', msg`There is no such report.`)
      const { userId, sealed } = row
      const [resident] = await sealer.open([{ personId: userId, sealed }])
      const served = row.served && (resident ? row.served : withoutProof(row.served))
      const bin = (await readBins(rows, sealer, [userId])).get(userId) ?? {}
      const note = (await openNotes([row], sealer)).get(id)
      return { report: { id, bin, ...(served && { served: toServed(id, served, note, true) }) } }
    },

    async reportPicture({ params: { id }, principal: { userId } }, { rows }) {
      const [row] = await rows.get<ReportRow>('reports', [id])
      if (!row) return NO_PICTURE
      if (row.userId !== userId) return reject('forbidden', msg`You can only see photos of your own bin.`)
      const hash = row.served?.picture
      const content = hash && (await pictures.get(hash))
      if (!content) return NO_PICTURE
      return { type: 'image/jpeg', name: `bin-${hash.slice(0, 8)}.jpg`, content, inline: true, etag: hash }
    },
  }
}
