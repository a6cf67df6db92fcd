/** Map styles: the built-in land, and our layers on top of it or of an installation's style. */
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { Areas, WayLines } from './areas.ts'
import land from './land.generated.json' with { type: 'json' }
import roads from './roads.generated.json' with { type: 'json' }

export interface Colours {
  land: string
  sea: string
  line: string
  new: string
  done: string
  way: string
  planned: string
}

const TOKENS: Record<keyof Colours, string> = {
  land: '--ws-surface-raised',
  sea: '--ws-surface-sunken',
  line: '--ws-border-strong',
  new: '--ws-status-new',
  done: '--ws-status-done',
  way: '--ws-status-progress',
  planned: '--ws-field-border',
}

/** Returns the theme's colours as computed for an element. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  return Object.fromEntries(entries) as Colours
}

/** Attribution required by the licence of the roads (see roads.NOTICE.md). */
const ROADS_BY =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>'

const lines = (coordinates: number[][][], attribution?: string): SourceSpecification => ({
  type: 'geojson',
  data: { type: 'MultiLineString', coordinates },
  ...(attribution && { attribution }),
})

/** Layer of roads. They are narrow at low zoom, so that a city stays legible. */
const road = (source: string, color: string, width: number): LayerSpecification => ({
  id: source,
  type: 'line',
  source,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': color,
    'line-opacity': 0.55,
    'line-width': ['interpolate', ['linear'], ['zoom'], 9, width / 4, 13, width],
  },
})

/** Style of the built-in map: land, sea, coast, borders and main roads. It works offline. */
export const landStyle = (colours: Colours): StyleSpecification => ({
  version: 8,
  sources: {
    sea: { type: 'geojson', data: { type: 'Polygon', coordinates: [land.sea] } },
    coast: lines([land.coast]),
    borders: lines(land.borders),
    roads: lines(roads.other),
    'main-roads': lines(roads.main, ROADS_BY),
  },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': colours.land } },
    { id: 'sea', type: 'fill', source: 'sea', paint: { 'fill-color': colours.sea } },
    { id: 'coast', type: 'line', source: 'coast', paint: { 'line-color': colours.line, 'line-width': 1.25 } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': colours.line, 'line-width': 1, 'line-dasharray': [3, 3] },
    },
    road('roads', colours.line, 1.25),
    road('main-roads', colours.line, 2.5),
  ],
})

/** Ids of our sources and layers. The prefix avoids collisions with an installation's style. */
export const AREAS = 'wastesense-zone-areas'
export const WAYS = 'wastesense-truck-ways'

export const citySources = (areas: Areas, ways: WayLines): Record<string, SourceSpecification> => ({
  // Simplification is off, so that circles stay round.
  [AREAS]: { type: 'geojson', data: areas, tolerance: 0 },
  [WAYS]: { type: 'geojson', data: ways },
})

/**
 * Layers of zones and lines.
 * A zone is filled according to its reports, with a strong edge once it is recommended.
 * Planned lines are dashed.
 */
export function cityLayers({ new: few, done, way, planned }: Colours): LayerSpecification[] {
  const tone: ['match', ['get', string], 'done', string, string] = ['match', ['get', 'tone'], 'done', done, few]
  return [
    {
      id: AREAS,
      type: 'fill',
      source: AREAS,
      paint: { 'fill-color': tone, 'fill-opacity': ['interpolate', ['linear'], ['get', 'share'], 0, 0.06, 1, 0.6] },
    },
    {
      id: 'wastesense-zone-edges',
      type: 'line',
      source: AREAS,
      paint: { 'line-color': tone, 'line-width': ['case', ['get', 'recommended'], 3, 1.25] },
    },
    {
      id: 'wastesense-ways-planned',
      type: 'line',
      source: WAYS,
      filter: ['!', ['get', 'active']],
      paint: { 'line-color': planned, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: 'wastesense-ways-driven',
      type: 'line',
      source: WAYS,
      filter: ['get', 'active'],
      paint: { 'line-color': way, 'line-width': 2 },
    },
  ]
}
