/** State of the replay's screen: requested and visible moment, and the log's span. */
import { useCallback, useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Role } from '#rules/city.ts'
import type { Failure } from '#web/calls/api.ts'
import { type Past, usePast } from '#web/feed/replay-provider.tsx'
import { useDensityQuery } from './calls.ts'
import { type Compared, useCompared } from './use-compared.ts'
import { type AskedMoment, useMoment } from './use-moment.ts'

const AGAIN_MS = 2_000

export type Density = AnswerOf<'density'>

export interface Replaying extends AskedMoment {
  past: Past
  compared: Compared
  /** Density of the whole log. */
  density: Density | undefined
  /** Error of the density; a retry follows. */
  failure: Failure | undefined
  /** Goes to the current newest event. */
  goToNow(): void
}

const newestOf = ({ last }: Density) => last?.position ?? '0'

/** `role` is the role of the visible screens. */
export function useReplay(role: Role): Replaying {
  const moment = useMoment()
  const { at } = moment
  const [wantsNow, setWantsNow] = useState(false)
  const go = useCallback(
    (next: string) => {
      setWantsNow(false)
      moment.go(next)
    },
    [moment.go],
  )
  const past = usePast(role, at)
  const compared = useCompared(past.moment?.at)
  const { data: density, error, isFetching, refetch } = useDensityQuery({}, { refetchOnMountOrArgChange: true })
  // An address without a moment means the newest.
  useEffect(() => {
    if (!(wantsNow || at === null) || !density || isFetching || error) return
    go(newestOf(density))
  }, [wantsNow, at, density, isFetching, error, go])
  useEffect(() => {
    if (!error || isFetching) return
    const again = setTimeout(refetch, AGAIN_MS)
    return () => clearTimeout(again)
  }, [error, isFetching, refetch])
  const goToNow = () => {
    setWantsNow(true)
    refetch()
  }
  return { at, go, past, compared, density, failure: error as Failure | undefined, goToNow }
}
