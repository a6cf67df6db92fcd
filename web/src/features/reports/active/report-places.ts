/** Where the bins of reports are: read for one report at a time, never with the list. */
import { useContext, useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { query } from '#web/lib/api/request.ts'
import { placeText } from '#web/lib/format/places.ts'
import { ClockContext } from '#web/lib/hooks/replay-context.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    reportDetail: build.query({
      ...query('reportDetail'),
      transformResponse: ({ report }: AnswerOf<'reportDetail'>) => report,
    }),
  }),
})

export const { useReportDetailQuery } = calls

/** The pointer rests this long on a row before its place is read. */
const REST_MS = 200

/** A row under the pointer, with the text of its place. */
export interface PlaceHint {
  id: string
  text: string
}

/** Returns the hint of the row under the pointer, and the handler of a pointer over rows; the past has no places. */
export function usePlaceHint(): { hint: PlaceHint | undefined; over(id: string | undefined): void } {
  const isPast = useContext(ClockContext) !== null
  const [hovered, setHovered] = useState<string>()
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (hovered === undefined) return
    const timer = setTimeout(() => setId(hovered), REST_MS)
    return () => clearTimeout(timer)
  }, [hovered])
  const { currentData } = useReportDetailQuery({ id: id ?? '' }, { skip: isPast || id === undefined })
  const text = placeText(currentData?.bin.place)
  return { hint: id !== undefined && text !== '' ? { id, text } : undefined, over: setHovered }
}
