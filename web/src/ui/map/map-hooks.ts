/** Opens a map if the browser can draw one, and redraws it when the theme changes. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Opens a map. Returns null if the browser cannot draw it. */
export function tryOpenMap<M>(open: () => M): M | null {
  try {
    return open()
  } catch (error) {
    console.warn('The map can’t be drawn in this browser.', error)
    return null
  }
}

/** Redraws the map after the theme has changed. */
export function useRecolourOnThemeChange(opened: { recolour(): void } | null): void {
  const scheme = useComputedColorScheme('dark')
  const shown = useRef(scheme)
  useEffect(() => {
    if (!opened || shown.current === scheme) return
    shown.current = scheme
    opened.recolour()
  }, [opened, scheme])
}
