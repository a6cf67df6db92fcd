/**
 * Answers reads of reports.
 * Only some readers may see places of bins, phone numbers and photos.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { activeReportsQuery, allReportsQuery, restrictListToFields } from '../queries/lists.ts'
import type { PersonDirectory } from '../queries/people.ts'
import { readBins } from './bins-view.ts'
import type { ReportRow } from './reports-view.ts'
import { toStopOutcomeView, unsealNotes, unsealReports, withoutPlaceProof } from './unseal-reports.ts'

/** Answers reads of reports: a resident's own, and all open ones. */
export function createReportReadHandlers({ sealer }: Pick<ReadDependencies, 'sealer'>): ReadHandlers {
  return {
    async userReports({ params: { id: userId }, principal }, { rows }) {
      if (principal.role === 'resident' && principal.userId !== userId)
        return reject('forbidden', msg`You can only see your own reports.`)
      const found = await rows.find<ReportRow>('reports', restrictListToFields({ userId }, allReportsQuery))
      return { reports: await unsealReports(found, sealer, { withName: principal.role !== 'resident' }) }
    },
    async activeReports(_call, { rows }) {
      const found = await rows.find<ReportRow>('reports', activeReportsQuery)
      return { reports: await unsealReports(found, sealer, { withName: true }) }
    },
  }
}

const NO_PICTURE = reject('not-found', msg`There is no such picture.`)
const NO_REPORT = reject('not-found', msg`There is no such report.`)
const NO_NUMBER = reject('conflict', msg`There is no phone number to call back.`)
const REPORT_CLOSED = reject('conflict', msg`This report is closed, so its phone number is no longer shown.`)

/**
 * Answers reads of bin and crew places, and of phone numbers to call back.
 * Residents read their own; dispatchers read those of a report.
 * Auditors may see neither, so no reads of the past exist.
 */
export function createBinPlaceReadHandlers(
  { sealer, pictures, log }: Pick<ReadDependencies, 'sealer' | 'pictures' | 'log'>,
  people: PersonDirectory,
): ReadHandlers {
  return {
    async ownBin({ principal: { userId } }, { rows }) {
      return { bin: (await readBins(rows, sealer, [userId])).get(userId) ?? {} }
    },

    async reportDetail({ params: { id } }, { rows }) {
      const [row] = await rows.get<ReportRow>('reports', [id])
      if (!row) return NO_REPORT
      const { userId, sealed } = row
      const [resident] = await sealer.open([{ personId: userId, sealed }])
      const served = row.served && (resident ? row.served : withoutPlaceProof(row.served))
      const bin = (await readBins(rows, sealer, [userId])).get(userId) ?? {}
      const note = (await unsealNotes([row], sealer)).get(id)
      return { report: { id, bin, ...(served && { served: toStopOutcomeView(id, served, note, true) }) } }
    },

    async reportPhone({ params: { id }, principal }, { rows }) {
      const [row] = await rows.get<ReportRow>('reports', [id])
      if (!row) return NO_REPORT
      if (row.via !== 'phone') return NO_NUMBER
      if (!row.open) return REPORT_CLOSED
      const { userId: personId } = row
      const phone = (await people.byId(rows, [personId])).get(personId)?.signInPhone
      if (!phone) return NO_NUMBER
      log.info({ reader: principal.userId, resident: personId }, 'a dispatcher read the phone number of a report')
      return { phone }
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
