/**
 * Reads where the bin of a report is, and the number to call back.
 * They are read for one report at a time, never with the list.
 */
import { t } from '@lingui/core/macro'
import { useContext, useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Report } from '#contract/views.ts'
import { readablePhone } from '#domain/phone.ts'
import { api } from '#web/lib/api/api.ts'
import { defineQuery } from '#web/lib/api/request.ts'
import { placeText } from '#web/lib/format/places.ts'
import { ClockContext } from '#web/lib/hooks/replay-context.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    reportDetail: build.query({
      ...defineQuery('reportDetail'),
      transformResponse: ({ report }: AnswerOf<'reportDetail'>) => report,
    }),
    // Numbers are not kept: each look is a read that the server records.
    reportPhone: build.query({ ...defineQuery('reportPhone'), keepUnusedDataFor: 0 }),
  }),
})

export const { useReportDetailQuery, useReportPhoneQuery } = calls

/** The pointer rests this long on a row before its place or number is read. */
const REST_MS = 200

/** A row under the pointer, with the texts of its number and its place. */
export interface RowHint {
  id: string
  text: string
}

/**
 * Returns the hint of the row under the pointer, and the handler of a pointer over rows.
 * The past has neither places nor numbers.
 */
export function useRowHint(rows: readonly Report[]): { hint: RowHint | undefined; over(id: string | undefined): void } {
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
