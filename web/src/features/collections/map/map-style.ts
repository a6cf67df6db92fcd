/** How the map is drawn: the land that ships with the app, and what is laid over it or over an installation's own style. */
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { Areas, WayLines } from './areas.ts'
import land from './land.generated.json' with { type: 'json' }

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

/** The theme's colours, as they are for an element at present. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  return Object.fromEntries(entries) as Colours
}

const lines = (coordinates: number[][][]): SourceSpecification => ({
  type: 'geojson',
  data: { type: 'MultiLineString', coordinates },
})

/** Land, sea, coast and borders: all that needs no network. */
export const landStyle = (colours: Colours): StyleSpecification => ({
  version: 8,
  sources: {
    sea: { type: 'geojson', data: { type: 'Polygon', coordinates: [land.sea] } },
    coast: lines([land.coast]),
    borders: lines(land.borders),
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
  ],
})

/** Sources and layers of the city's own have names that no installation's style is likely to have. */
export const AREAS = 'wastesense-zone-areas'
export const WAYS = 'wastesense-truck-ways'

export const citySources = (areas: Areas, ways: WayLines): Record<string, SourceSpecification> => ({
  // Circles stay round.
  [AREAS]: { type: 'geojson', data: areas, tolerance: 0 },
  [WAYS]: { type: 'geojson', data: ways },
})

/** Zones as full as they have reports, their edge strong from the recommendation on; ways, and those that are only planned dashed. */
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
