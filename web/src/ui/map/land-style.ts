/** The map's colours, and the style of the built-in land. */
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import land from './land.generated.json' with { type: 'json' }
import roads from './roads.generated.json' with { type: 'json' }

export interface MapColours {
  land: string
  sea: string
  line: string
  new: string
  done: string
  way: string
  planned: string
}

const TOKENS: Record<keyof MapColours, string> = {
  land: '--ws-surface-raised',
  sea: '--ws-surface-sunken',
  line: '--ws-border-strong',
  new: '--ws-status-new',
  done: '--ws-status-done',
  way: '--ws-status-progress',
  planned: '--ws-field-border',
}

/** Returns the theme's colours, as computed for this element. */
export function mapColoursOf(element: Element): MapColours {
  const style = getComputedStyle(element)
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  return Object.fromEntries(entries) as MapColours
}

/** Attribution that the licence of the roads' data requires: roads.NOTICE.md. */
const ROADS_BY =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>'

const lines = (coordinates: number[][][], attribution?: string): SourceSpecification => ({
  type: 'geojson',
  data: { type: 'MultiLineString', coordinates },
  ...(attribution && { attribution }),
})

/** Returns a road's layer, narrow at low zoom for a legible city. */
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

/** Returns the built-in map's style, which works offline: land, sea, coast, borders, main roads. */
export const createLandStyle = (colours: MapColours): StyleSpecification => ({
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
