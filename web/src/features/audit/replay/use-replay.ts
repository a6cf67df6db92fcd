/** State of the replay's screen: requested and visible moment, and the log's span. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Role } from '#domain/city.ts'
import type { Failure } from '#web/lib/api/api.ts'
import { type ReplayState, useReplayStore } from '#web/lib/feed/replay-provider.tsx'
import { useDensityQuery } from './calls.ts'
import { type Compared, useCompared } from './use-compared.ts'
import { searchWith } from './use-param.ts'

/** Minimum interval between address updates, in ms; browsers refuse frequent ones. */
const ADDRESS_UPDATE_MS = 500

interface RequestedMoment {
  at: string | null
  /** Requests another moment. */
  go(at: string): void
}

function useMoment(): RequestedMoment {
  const [params, setParams] = useSearchParams()
  const named = params.get('at')
  const [at, setAt] = useState(named)
  const latest = useRef({ setParams, at, written: named })
  latest.current.setParams = setParams
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The user followed a link or went back.
  useEffect(() => {
    if (named === latest.current.written) return
    latest.current.written = named
    latest.current.at = named
    setAt(named)
  }, [named])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  const go = useCallback((next: string) => {
    latest.current.at = next
    setAt(next)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const { current } = latest
      current.written = current.at
      current.setParams(searchWith('at', current.at ?? ''), { replace: true, preventScrollReset: true })
    }, ADDRESS_UPDATE_MS)
  }, [])
  return { at, go }
}

const AGAIN_MS = 2_000

export type Density = AnswerOf<'density'>

export interface ReplayScreenState extends RequestedMoment {
  past: ReplayState
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
export function useReplay(role: Role): ReplayScreenState {
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
  const past = useReplayStore(role, at)
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
