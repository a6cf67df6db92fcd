/** The second moment, beside the one that is shown: as the address names it, and compared once the one that is shown stays. */
import { useEffect, useState } from 'react'
import type { Failure } from '#web/calls/api.ts'
import { useComparisonPagesInfiniteQuery } from './calls.ts'
import { useParam } from './use-param.ts'

/** While somebody scrubs or plays, nothing is compared. */
const STILL_MS = 500

/** Each a position or a time. */
export interface TwoShown {
  one: string
  other: string
}

export interface Compared {
  /** As the address names it; null: there is none. */
  second: string | null
  /** Epoch ms; undefined while it is not known. */
  secondTime: number | undefined
  two: TwoShown | undefined
  /** The earlier and the later one (`at`: ISO 8601), once they are known. */
  from: Told | undefined
  to: Told | undefined
  failure: Failure | undefined
  /** '': no comparison any more. */
  compareWith(at: string): void
}

interface Told {
  position: number
  at: string
}

/** `shown`: the moment on the board. */
export function useCompared(shown: string | undefined): Compared {
  const [params, set] = useParam()
  const second = params.get('with') || null
  const still = useStill(shown)
  const two = second === null || still === undefined ? undefined : { one: second, other: still }
  // Whichever list is asked for, the moments are the same.
  const asked = { board: 'zones', one: two?.one ?? '', other: two?.other ?? '' } as const
  const { currentData, error } = useComparisonPagesInfiniteQuery(asked, { skip: !two })
  const [{ from, to } = {}] = currentData?.pages ?? []
  const named = [from, to].find((told) => told && second === String(told.position))
  const time = second?.includes('T') ? second : named?.at
  return {
    second,
    secondTime: time === undefined || Number.isNaN(Date.parse(time)) ? undefined : Date.parse(time),
    two,
    from,
    to,
    failure: currentData ? undefined : (error as Failure | undefined),
    compareWith: (at) => set('with', at),
  }
}

function useStill(shown: string | undefined): string | undefined {
  const [still, setStill] = useState(shown)
  useEffect(() => {
    const later = setTimeout(() => setStill(shown), STILL_MS)
    return () => clearTimeout(later)
  }, [shown])
  return still ?? shown
}
