/**
 * The MapLibre map.
 * It draws the built-in land or an installation's style.
 * It uses no public tile server, which would learn which part of a city is viewed.
 * Its worker script comes from the app's own server.
 */
import { t } from '@lingui/core/macro'
import 'maplibre-gl/dist/maplibre-gl.css'
import { MapLibreMap, type MapOptions as MapLibreOptions, setWorkerCount, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import classes from './base-map.module.css'
import { coloursOf, landStyle } from './land-style.ts'

setWorkerUrl(workerUrl)
// One worker is enough: the data is small, and a second thread costs a second on a slow machine.
setWorkerCount(1)

export interface BaseMapOptions {
  container: HTMLElement
  /** Accessible name of the map. */
  title: string
  /** URL of the installation's map style. If undefined, the built-in land is drawn. */
  styleUrl: string | undefined
  /** Adds the caller's sources and layers. Called after each load of a style. */
  styled(map: MapLibreMap): void
  /** Called if the installation's style fails to load. The built-in land is drawn instead. */
  unstyled(): void
}

export interface BaseMap {
  map: MapLibreMap
  /** Redraws everything in the theme's current colours. */
  recolour(): void
}

/** Opens a flat map with north at the top. Throws if the browser cannot draw it. */
export function openBaseMap(options: BaseMapOptions, more: Omit<MapLibreOptions, 'container' | 'style'>): BaseMap {
  const { container, title } = options
  if (classes.map) container.classList.add(classes.map)
  let styleUrl = options.styleUrl
  let isStyled = false
  const style = () => styleUrl ?? landStyle(coloursOf(container))
  const map = new MapLibreMap({
    ...{ container, style: style(), dragRotate: false, pitchWithRotate: false, touchPitch: false, fadeDuration: 0 },
    // The attribution of an installation's style may be long, so it is collapsed.
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
