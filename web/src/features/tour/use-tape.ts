/** Loads the tour's recording on demand. */
import { useCallback, useEffect, useState } from 'react'
import type { Tape } from '#contract/city/tape.ts'
import address from './tape.generated.json?url'

async function fetchTape(): Promise<Tape> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The tape was answered with ${answer.status}`)
  return answer.json()
}

export function useTape() {
  const [tape, setTape] = useState<Tape | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    fetchTape().then(setTape, (error) => {
      console.warn('The tour could not be loaded.', error)
      setFailed(true)
    })
  }, [])
  useEffect(load, [load])
  return { tape, failed, load }
}
