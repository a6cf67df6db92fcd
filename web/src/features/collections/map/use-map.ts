/** The map in a component: opens, updates and closes with it. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Bounds } from './areas.ts'
import { type Drawn, type MapOptions, type OpenMap, openMap } from './open-map.ts'

export interface UseMapOptions extends Pick<MapOptions, 'styleUrl' | 'chosen' | 'unstyled'> {
  drawn: Drawn
  bounds: Bounds
  failed(): void
}

export function useMap(options: UseMapOptions) {
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(options)
  latest.current = options
  const [opened, setOpened] = useState<OpenMap | null>(null)
  const [pointedAt, setPointedAt] = useState<string | undefined>()
  const [isDrawn, setDrawn] = useState(false)
  const [, setView] = useState(0)
  useEffect(() => {
    if (!container.current) return
    const { styleUrl, bounds } = latest.current
    const open = attempt(() =>
      openMap({
        ...{ container: container.current as HTMLElement, styleUrl, bounds },
        drawn: () => latest.current.drawn,
        moved: () => setView((view) => view + 1),
        rested: () => setDrawn(true),
        unstyled: () => latest.current.unstyled(),
        pointed: setPointedAt,
        chosen: (zone) => latest.current.chosen(zone),
      }),
    )
    if (!open) return latest.current.failed()
    setOpened(open)
    return () => {
      setOpened(null)
      open.close()
    }
  }, [])
  const { drawn, bounds } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` triggers the update
  useEffect(() => opened?.draw(), [opened, drawn])
  const whole = bounds.join()
  useEffect(() => opened?.show(whole.split(',').map(Number) as Bounds), [opened, whole])
  useRecolouring(opened)
  return { container, opened, pointedAt, isDrawn }
}

function attempt(open: () => OpenMap): OpenMap | null {
  try {
    return open()
  } catch (error) {
    console.warn('The map can’t be drawn in this browser.', error)
    return null
  }
}

function useRecolouring(opened: OpenMap | null): void {
  const scheme = useComputedColorScheme('dark')
  const shown = useRef(scheme)
  useEffect(() => {
    if (!opened || shown.current === scheme) return
    shown.current = scheme
    opened.recolour()
  }, [opened, scheme])
}
