/**
 * Opens the MapLibre map with a worker from our own origin.
 * It draws the built-in land or an installation's style.
 * There is no public tile server by default, which would learn what part of a city is viewed.
 */
import { t } from '@lingui/core/macro'
import 'maplibre-gl/dist/maplibre-gl.css'
import { type GeoJSONSource, MapLibreMap, setWorkerCount, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { Areas, Bounds, WayLines } from './areas.ts'
import { AREAS, cityLayers, citySources, coloursOf, landStyle, WAYS } from './map-style.ts'

setWorkerUrl(workerUrl)
// One worker is enough for little data. A second one costs a second on a slow machine.
setWorkerCount(1)

/** Space around the content in px, larger beside the controls. */
const PADDING = { top: 44, bottom: 44, left: 44, right: 68 }
const MOST_ZOOM = 14
const FIRST_ZOOM = 13

export interface MapData {
  areas: Areas
  ways: WayLines
}

export interface MapOptions {
  container: HTMLElement
  /** Style of the installation; the built-in land without one. */
  styleUrl: string | undefined
  bounds: Bounds
  drawn(): MapData
  /** Called after the camera or the size changed. */
  moved(): void
  /** Called when everything is drawn. */
  rested(): void
  /** Called if the installation's style fails; the built-in land replaces it. */
  unstyled(): void
  /** Called with the zone under the pointer, if any. */
  pointed(zone: string | undefined): void
  chosen(zone: string): void
}

export interface OpenMap {
  map: MapLibreMap
  /** Draws the data that `drawn` returns now. */
  draw(): void
  /** Redraws everything in the theme's current colours. */
  recolour(): void
  /** Fits the bounds unless the user has moved the map. With `anyway`, fits them in any case. */
  show(bounds: Bounds, anyway?: boolean): void
  close(): void
}

const fitting = { padding: PADDING, maxZoom: FIRST_ZOOM }

/** Opens the map; throws if the browser cannot draw it. */
export function openMap(options: MapOptions): OpenMap {
  const { container, moved, rested } = options
  let { bounds } = options
  let styleUrl = options.styleUrl
  let isHeld = false
  const style = () => styleUrl ?? landStyle(coloursOf(container))
  const map = new MapLibreMap({
    ...{ container, style: style(), bounds, fitBoundsOptions: fitting, maxZoom: MOST_ZOOM },
    // Collapses the attribution of an installation's style, which may be long.
    attributionControl: { compact: styleUrl !== undefined },
    ...{ cooperativeGestures: true, dragRotate: false, pitchWithRotate: false, touchPitch: false, fadeDuration: 0 },
    locale: {
      'Map.Title': t`Map of zones, sites and trucks`,
      'CooperativeGesturesHandler.WindowsHelpText': t`Use Ctrl + scroll to zoom the map`,
      'CooperativeGesturesHandler.MacHelpText': t`Use ⌘ + scroll to zoom the map`,
      'CooperativeGesturesHandler.MobileHelpText': t`Use two fingers to move the map`,
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.on('style.load', () => addCity(map, options.drawn(), container))
  map.on('move', moved)
  map.on('resize', () => {
    show(bounds)
    moved()
  })
  map.on('idle', rested)
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) isHeld = true
  })
  map.on('error', ({ error }) => {
    console.warn('A part of the map could not be drawn.', error)
    if (!styleUrl || map.isStyleLoaded() || map.getSource(AREAS)) return
    styleUrl = undefined
    map.setStyle(style())
    options.unstyled()
  })
  followPointer(map, options)
  function show(to: Bounds, anyway = false) {
    bounds = to
    if (isHeld && !anyway) return
    isHeld = false
    map.fitBounds(to, { ...fitting, animate: anyway })
  }
  return {
    map,
    draw() {
      const { areas, ways } = options.drawn()
      map.getSource<GeoJSONSource>(AREAS)?.setData(areas)
      map.getSource<GeoJSONSource>(WAYS)?.setData(ways)
    },
    recolour: () => void map.setStyle(style(), { diff: false }),
    show,
    close: () => map.remove(),
  }
}

function addCity(map: MapLibreMap, { areas, ways }: MapData, container: HTMLElement): void {
  for (const [id, source] of Object.entries(citySources(areas, ways))) map.addSource(id, source)
  for (const layer of cityLayers(coloursOf(container))) map.addLayer(layer)
}

function followPointer(map: MapLibreMap, { pointed, chosen }: MapOptions): void {
  const zoneOf = (features: readonly { properties: { zone?: string } }[] | undefined) => features?.[0]?.properties.zone
  map.on('mousemove', AREAS, ({ features }) => {
    map.getCanvas().style.cursor = 'pointer'
    pointed(zoneOf(features))
  })
  map.on('mouseleave', AREAS, () => {
    map.getCanvas().style.cursor = ''
    pointed(undefined)
  })
  map.on('click', AREAS, ({ features }) => {
    const zone = zoneOf(features)
    if (zone !== undefined) chosen(zone)
  })
}
