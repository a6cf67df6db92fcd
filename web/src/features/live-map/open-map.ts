/**
 * Opens the city's map: zones, sites and lines over the base map.
 * The base map is built in or an installation's own.
 */

import { t } from '@lingui/core/macro'
import type { GeoJSONSource, LayerSpecification, MapLibreMap, SourceSpecification } from 'maplibre-gl'
import { openBaseMap } from '#web/ui/map/base-map.tsx'
import { type MapColours, mapColoursOf } from '#web/ui/map/land-style.ts'
import type { Bounds, RouteFeatures, ZoneAreas } from './map-data.ts'

/**
 * Ids of the map's sources and layers.
 * The prefix avoids collisions with ids in an installation's own map style.
 */
const ZONE_AREAS_LAYER_ID = 'wastesense-zone-areas'
const ROUTE_LINES_LAYER_ID = 'wastesense-truck-ways'

/**
 * Margin in px between the map's edges and the displayed zones.
 * The right margin is larger, because the map's buttons are there.
 */
const PADDING = { top: 44, bottom: 44, left: 44, right: 68 }
const MAX_ZOOM = 14
const FIRST_ZOOM = 13

export interface ScheduleMapData {
  areas: ZoneAreas
  ways: RouteFeatures
}

export interface MapOptions {
  container: HTMLElement
  /**
   * URL of the installation's map style.
   * Undefined for the land map included in the app.
   */
  styleUrl: string | undefined
  bounds: Bounds
  drawn(): ScheduleMapData
  /** Called after the camera has moved or the size has changed. */
  moved(): void
  /** Called when the map is drawn completely. */
  rested(): void
  /**
   * Called if the installation's own map style fails.
   * The built-in map of the land then replaces it.
   */
  unstyled(): void
  /** Called with the zone under the pointer, or undefined. */
  pointed(zone: string | undefined): void
  chosen(zone: string): void
}

export interface ScheduleMap {
  map: MapLibreMap
  /** Draws the data that the option `drawn` returns at the time of the call. */
  draw(): void
  /** Redraws everything on the map in the theme's current colours. */
  recolour(): void
  /**
   * Moves the camera to the bounds.
   * If the user has moved the map, the camera moves only with `anyway`.
   */
  show(bounds: Bounds, anyway?: boolean): void
  close(): void
}

const FIT_OPTIONS = { padding: PADDING, maxZoom: FIRST_ZOOM }

/**
 * Opens the map.
 * Throws if the browser cannot draw it.
 */
export function openScheduleMap(options: MapOptions): ScheduleMap {
  const { container, styleUrl, moved, rested } = options
  let { bounds } = options
  let isHeld = false
  const { map, recolour } = openBaseMap(
    {
      ...{ container, styleUrl, title: t`Map of zones, sites and trucks`, unstyled: options.unstyled },
      styled: (map) => addCity(map, options.drawn(), container),
    },
    {
      ...{ bounds, fitBoundsOptions: FIT_OPTIONS, maxZoom: MAX_ZOOM, cooperativeGestures: true },
      locale: {
        'CooperativeGesturesHandler.WindowsHelpText': t`Use Ctrl + scroll to zoom the map`,
        'CooperativeGesturesHandler.MacHelpText': t`Use ⌘ + scroll to zoom the map`,
        'CooperativeGesturesHandler.MobileHelpText': t`Use two fingers to move the map`,
      },
    },
  )
  map.on('move', moved)
  map.on('resize', () => {
    show(bounds)
    moved()
  })
  map.on('idle', rested)
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) isHeld = true
  })
  followPointer(map, options)
  function show(to: Bounds, anyway = false) {
    bounds = to
    if (isHeld && !anyway) return
    isHeld = false
    map.fitBounds(to, { ...FIT_OPTIONS, animate: anyway })
  }
  return {
    map,
    draw() {
      const { areas, ways } = options.drawn()
      map.getSource<GeoJSONSource>(ZONE_AREAS_LAYER_ID)?.setData(areas)
      map.getSource<GeoJSONSource>(ROUTE_LINES_LAYER_ID)?.setData(ways)
    },
    recolour,
    show,
    close: () => map.remove(),
  }
}

function addCity(map: MapLibreMap, { areas, ways }: ScheduleMapData, container: HTMLElement): void {
  for (const [id, source] of Object.entries(mapSourcesOf(areas, ways))) map.addSource(id, source)
  for (const layer of mapLayersOf(mapColoursOf(container))) map.addLayer(layer)
}

function followPointer(map: MapLibreMap, { pointed, chosen }: MapOptions): void {
  const zoneOf = (features: readonly { properties: { zone?: string } }[] | undefined) => features?.[0]?.properties.zone
  map.on('mousemove', ZONE_AREAS_LAYER_ID, ({ features }) => {
    map.getCanvas().style.cursor = 'pointer'
    pointed(zoneOf(features))
  })
  map.on('mouseleave', ZONE_AREAS_LAYER_ID, () => {
    map.getCanvas().style.cursor = ''
    pointed(undefined)
  })
  map.on('click', ZONE_AREAS_LAYER_ID, ({ features }) => {
    const zone = zoneOf(features)
    if (zone !== undefined) chosen(zone)
  })
}

const mapSourcesOf = (areas: ZoneAreas, ways: RouteFeatures): Record<string, SourceSpecification> => ({
  // `tolerance: 0` switches simplification off, so that circles stay round.
  [ZONE_AREAS_LAYER_ID]: { type: 'geojson', data: areas, tolerance: 0 },
  [ROUTE_LINES_LAYER_ID]: { type: 'geojson', data: ways },
})

/**
 * Returns the map layers that draw zones and routes.
 * A zone's fill shows its share of reports.
 * A strong edge shows a recommended collection.
 * Dashed lines show planned routes.
 */
function mapLayersOf({ new: few, done, way, planned }: MapColours): LayerSpecification[] {
  const tone: ['match', ['get', string], 'done', string, string] = ['match', ['get', 'tone'], 'done', done, few]
  return [
    {
      id: ZONE_AREAS_LAYER_ID,
      type: 'fill',
      source: ZONE_AREAS_LAYER_ID,
      paint: { 'fill-color': tone, 'fill-opacity': ['interpolate', ['linear'], ['get', 'share'], 0, 0.06, 1, 0.6] },
    },
    {
      id: 'wastesense-zone-edges',
      type: 'line',
      source: ZONE_AREAS_LAYER_ID,
      paint: { 'line-color': tone, 'line-width': ['case', ['get', 'recommended'], 3, 1.25] },
    },
    {
      id: 'wastesense-ways-planned',
      type: 'line',
      source: ROUTE_LINES_LAYER_ID,
      filter: ['!', ['get', 'active']],
      paint: { 'line-color': planned, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: 'wastesense-ways-driven',
      type: 'line',
      source: ROUTE_LINES_LAYER_ID,
      filter: ['get', 'active'],
      paint: { 'line-color': way, 'line-width': 2 },
    },
  ]
}
