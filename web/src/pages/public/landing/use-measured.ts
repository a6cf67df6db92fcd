/** Returns the server's response time in ms; null after an error response. */
import { useEffect, useState } from 'react'

async function measure(signal: AbortSignal): Promise<number | null> {
  const asked = performance.now()
  const answer = await fetch('/health', { signal })
  const answeredMs = Math.max(1, Math.round(performance.now() - asked))
  return answer.ok ? answeredMs : null
}

/** Returns the response time in ms; null while unknown and without a server. */
export function useAnsweredMs(): number | null {
  const [answeredMs, setAnsweredMs] = useState<number | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    measure(leaving.signal).then(setAnsweredMs, (error: unknown) => {
      if (!leaving.signal.aborted) console.info('The server could not be measured.', error)
    })
    return () => leaving.abort()
  }, [])
  return answeredMs
}
