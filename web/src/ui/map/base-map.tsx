/**
 * Shows a MapLibre map with its buttons.
 * The map is the built-in land map, or has the style that the installation configured.
 * It uses no public tile server, which would learn what part of a city is viewed.
 * The map's worker script comes from the app's own server.
 */

import { t } from '@lingui/core/macro'
import 'maplibre-gl/dist/maplibre-gl.css'
import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { MapLibreMap, type MapOptions as MapLibreOptions, setWorkerCount, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './base-map.module.css'
import { createLandStyle, mapColoursOf } from './land-style.ts'

setWorkerUrl(workerUrl)
// One worker thread is enough, because the map has little data.
// A second thread costs a second on a slow machine.
setWorkerCount(1)

interface BaseMapOptions {
  container: HTMLElement
  /** Accessible name of the map. */
  title: string
  /** URL of the installation's map style; the built-in land if undefined. */
  styleUrl: string | undefined
  /**
   * Adds sources and layers to the map.
   * Called after each load of a map style.
   */
  styled(map: MapLibreMap): void
  /**
   * Called if the installation's map style fails to load.
   * The map then shows the built-in land areas.
   */
  unstyled(): void
}

export interface BaseMap {
  map: MapLibreMap
  /** Redraws everything in the theme's current colours. */
  recolour(): void
}

/**
 * Opens a flat, north-up map.
 * Throws if the browser cannot draw it.
 */
export function openBaseMap(options: BaseMapOptions, more: Omit<MapLibreOptions, 'container' | 'style'>): BaseMap {
  const { container, title } = options
  if (classes.map) container.classList.add(classes.map)
  let styleUrl = options.styleUrl
  let isStyled = false
  const style = () => styleUrl ?? createLandStyle(mapColoursOf(container))
  const map = new MapLibreMap({
    ...{ container, style: style(), dragRotate: false, pitchWithRotate: false, touchPitch: false, fadeDuration: 0 },
    // If the installation has its own map style, collapses the map's attribution, because it may be long.
    attributionControl: { compact: styleUrl !== undefined },
    ...more,
    locale: {
      'Map.Title': title,
      'AttributionControl.ToggleAttribution': t`Show the sources of the map`,
      ...more.locale,
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.on('style.load', () => {
    isStyled = true
    options.styled(map)
  })
  map.on('error', ({ error }) => {
    console.warn('A part of the map could not be drawn.', error)
    if (!styleUrl || map.isStyleLoaded() || isStyled) return
    styleUrl = undefined
    map.setStyle(style())
    options.unstyled()
  })
  return {
    map,
    recolour() {
      isStyled = false
      map.setStyle(style(), { diff: false })
    },
  }
}

/**
 * Opens a map.
 * Returns null if the browser cannot draw it.
 */
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

interface MapControlsProps {
  map: MapLibreMap
  /** Further buttons of the map, shown below the zoom buttons. */
  children?: ReactNode
}

export const MapControls = ({ map, children }: MapControlsProps) => (
  <div className={classes.controls}>
    <MapControl label={t`Zoom in`} icon={IconPlus} press={() => map.zoomIn()} />
    <MapControl label={t`Zoom out`} icon={IconMinus} press={() => map.zoomOut()} />
    {children}
  </div>
)

interface MapControlProps {
  label: string
  icon: typeof IconPlus
  press(): void
}

export const MapControl = ({ label, icon: Icon, press }: MapControlProps) => (
  <ActionIcon variant="default" size={32} className={classes.control} aria-label={label} onClick={press}>
    <Icon size={16} aria-hidden="true" />
  </ActionIcon>
)
