/** Names the browser tab after the screen. */
import { useContext, useEffect } from 'react'
import { OffContext } from './past.ts'

export function useTitle(screen: string): void {
  const isPast = useContext(OffContext) !== ''
  useEffect(() => {
    document.title = [isPast && 'Replay', screen, 'WasteSense'].filter(Boolean).join(' · ')
  }, [screen, isPast])
}
