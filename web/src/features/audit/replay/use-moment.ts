/** Requested moment, synchronized with the address at a limited rate. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { searchWith } from './use-param.ts'

/** Minimum interval between address updates, in ms; browsers refuse frequent ones. */
const WRITE_MS = 500

export interface AskedMoment {
  at: string | null
  /** Requests another moment. */
  go(at: string): void
}

export function useMoment(): AskedMoment {
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
    }, WRITE_MS)
  }, [])
  return { at, go }
}
