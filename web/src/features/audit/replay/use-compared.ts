/** Second moment of the address, compared once the visible one is stable. */
import { useEffect, useState } from 'react'
import type { Failure } from '#web/lib/api/api.ts'
import { useComparisonPagesInfiniteQuery } from './calls.ts'
import { useParam } from './use-param.ts'

/** Time without a change before a comparison, in ms. */
const STABLE_MS = 500

/** Each a position or a time. */
export interface ComparedMoments {
  one: string
  other: string
}

export interface Compared {
  /** Value in the address; null without one. */
  second: string | null
  /** Epoch ms; undefined while unknown. */
  secondTime: number | undefined
  two: ComparedMoments | undefined
  /** Earlier and later moment (`at` is ISO 8601); undefined while unknown. */
  from: LogMoment | undefined
  to: LogMoment | undefined
  failure: Failure | undefined
  /** '' ends the comparison. */
  compareWith(at: string): void
}

interface LogMoment {
  position: number
  at: string
}

/** `shown` is the visible moment. */
export function useCompared(shown: string | undefined): Compared {
  const [params, set] = useParam()
  const second = params.get('with') || null
  const still = useStable(shown)
  const two = second === null || still === undefined ? undefined : { one: second, other: still }
  // The moments are the same for every list.
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

function useStable(shown: string | undefined): string | undefined {
  const [still, setStill] = useState(shown)
  useEffect(() => {
    const later = setTimeout(() => setStill(shown), STABLE_MS)
    return () => clearTimeout(later)
  }, [shown])
  return still ?? shown
}
