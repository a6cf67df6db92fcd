/**
 * Reads the place of a report's bin and the number to call back.
 * Both are read for one report at a time, never with the list.
 */
import { t } from '@lingui/core/macro'
import { useContext, useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Report } from '#contract/views.ts'
import { readablePhone } from '#domain/contacts.ts'
import { api } from '#web/lib/api/api.ts'
import { defineQuery } from '#web/lib/api/request.ts'
import { placeText } from '#web/lib/format/bins.ts'
import { ClockContext } from '#web/lib/hooks/replay-context.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    reportDetail: build.query({
      ...defineQuery('reportDetail'),
      transformResponse: ({ report }: AnswerOf<'reportDetail'>) => report,
    }),
    // Phone numbers are not cached, because the server records each time that one is read.
    reportPhone: build.query({ ...defineQuery('reportPhone'), keepUnusedDataFor: 0 }),
  }),
})

export const { useReportDetailQuery, useReportPhoneQuery } = calls

/** Time in ms that the pointer must rest on a row before its place or number is read. */
const REST_MS = 200

/** The row under the pointer, with its phone number and its place as texts. */
export interface ReportRowHint {
  id: string
  text: string
}

/**
 * Returns the hint for the row under the pointer, and a pointer handler for the rows.
 * A replay of the past shows no places or numbers.
 */
export function useReportRowHint(rows: readonly Report[]): {
  hint: ReportRowHint | undefined
  over(id: string | undefined): void
} {
  const isPast = useContext(ClockContext) !== null
  const [hovered, setHovered] = useState<string>()
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (hovered === undefined) return
    const timer = setTimeout(() => setId(hovered), REST_MS)
    return () => clearTimeout(timer)
  }, [hovered])
  const named = { id: id ?? '' }
  const isByPhone = rows.some((row) => row.id === id && row.via === 'phone')
  const { currentData } = useReportDetailQuery(named, { skip: isPast || id === undefined })
  const { currentData: called } = useReportPhoneQuery(named, { skip: isPast || !isByPhone })
  const number = isByPhone && called && t`Call back: ${{ number: readablePhone(called.phone) }}`
  const text = [number, placeText(currentData?.bin.place)].filter(Boolean).join('\n')
  return { hint: id !== undefined && text !== '' ? { id, text } : undefined, over: setHovered }
}
