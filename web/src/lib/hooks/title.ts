/** Sets the browser tab's title. */
import { useEffect } from 'react'

export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · WasteSense` : 'WasteSense'
  }, [screen])
}
