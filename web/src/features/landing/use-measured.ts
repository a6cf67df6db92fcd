/** What the server says of itself at this moment, and how long it took to say it. */
import { useEffect, useState } from 'react'

export interface Measured {
  answeredMs: number
  /** Events that the slowest board has yet to show. */
  behind: number
}

async function measure(signal: AbortSignal): Promise<Measured | null> {
  const asked = performance.now()
  const answer = await fetch('/health', { signal })
  const answeredMs = Math.max(1, Math.round(performance.now() - asked))
  if (!answer.ok) return null
  const { lag } = (await answer.json()) as { lag?: Record<string, number> }
  return lag ? { answeredMs, behind: Math.max(0, ...Object.values(lag)) } : null
}

/** Null until it is known, and where no server answers: then there is nothing to show. */
export function useMeasured(): Measured | null {
  const [measured, setMeasured] = useState<Measured | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    measure(leaving.signal).then(setMeasured, (error: unknown) => {
      if (!leaving.signal.aborted) console.info('The server could not be measured.', error)
    })
    return () => leaving.abort()
  }, [])
  return measured
}
