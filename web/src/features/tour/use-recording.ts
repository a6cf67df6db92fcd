/** Loads the tour's recording on demand. */
import { useCallback, useEffect, useState } from 'react'
import type { TourRecording } from '#contract/demo/tour-recording.ts'
import address from './tape.generated.json?url'

async function fetchTape(): Promise<TourRecording> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The tape was answered with ${answer.status}`)
  return answer.json()
}

export function useRecording() {
  const [tape, setTape] = useState<TourRecording | null>(null)
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
