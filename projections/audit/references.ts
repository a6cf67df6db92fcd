/** Finds reports and deliveries by their reference. */

import { describeReport } from '#contract/event-names.ts'
import { reject } from '#contract/http/problems.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import { msg } from '#contract/languages/message.ts'
import type { Delivery, ReferenceMatch, Report } from '#contract/views.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { parseReferenceNumber } from '#domain/reference.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'

const NO_REFERENCE = msg`Enter a reference such as R-4K7M-9XPC`
const NOT_FOUND = reject(
  'not-found',
  msg`No report or delivery has this reference. Ask the person for it again, or look the person up by name or email.`,
)

type ReferredRow<T> = Row & T & { reference?: string }

/** Shows every reporter under a resident's pseudonym, because only residents make reports. */
const RESIDENT = { person: (id: string | undefined) => pseudonymOf(id ?? '', 'resident') }
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns all reports and deliveries that have the given references, reports first. */
export async function findReportsAndDeliveriesByRef(
  rows: Rows,
  references: readonly string[],
  locale?: TextLocale,
): Promise<ReferenceMatch[]> {
  const translate = translatorOf(locale)
  const filter = { reference: { $in: references } }
  const [reports, deliveries] = await Promise.all([
    rows.find<ReferredRow<Report>>('reports', { filter, sort: { timestamp: -1, id: 1 } }),
    rows.find<ReferredRow<Delivery>>('deliveries', { filter, sort: { createdAt: -1, id: 1 } }),
  ])
  return [
    ...reports.map(({ id, reference = '', zone, status, timestamp: at }) => ({
      kind: 'report' as const,
      id,
      reference,
      name: capital(translate(describeReport(id, RESIDENT))),
      zone,
      status,
      at,
    })),
    ...deliveries.map(({ id, reference = '', zone, status, createdAt: at }) => ({
      kind: 'delivery' as const,
      id,
      reference,
      name: translate(msg`Delivery ${{ id }}`),
      zone,
      status,
      at,
    })),
  ]
}

export function createReferenceReadHandlers(): ReadHandlers {
  return {
    async lookUpReference({ query: { reference }, locale }, { rows }) {
      const references = parseReferenceNumber(reference)
      if (references.length === 0) return reject('bad-request', NO_REFERENCE, { reference: NO_REFERENCE })
      const found = await findReportsAndDeliveriesByRef(rows, references, locale)
      return found.length === 0 ? NOT_FOUND : { found }
    },
  }
}
