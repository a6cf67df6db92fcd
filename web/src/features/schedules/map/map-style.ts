/** Map layers of zones and trucks, drawn over the built-in base map or over an installation's own style. */
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { Colours } from '#web/ui/map/land-style.ts'
import type { Areas, RouteFeatures } from './areas.ts'

/** Ids of the app's sources and layers. The prefix avoids collisions with an installation's own style. */
export const AREAS_LAYER = 'wastesense-zone-areas'
export const ROUTES_LAYER = 'wastesense-truck-ways'

export const citySources = (areas: Areas, ways: RouteFeatures): Record<string, SourceSpecification> => ({
  // `tolerance: 0` switches simplification off, so that circles stay round.
  [AREAS_LAYER]: { type: 'geojson', data: areas, tolerance: 0 },
  [ROUTES_LAYER]: { type: 'geojson', data: ways },
})

/**
 * Returns the layers of zones and lines.
 * A zone's fill shows its share of reports; a strong edge shows that a collection is recommended.
 * Planned lines are dashed.
 */
export function cityLayers({ new: few, done, way, planned }: Colours): LayerSpecification[] {
  const tone: ['match', ['get', string], 'done', string, string] = ['match', ['get', 'tone'], 'done', done, few]
  return [
    {
      id: AREAS_LAYER,
      type: 'fill',
      source: AREAS_LAYER,
      paint: { 'fill-color': tone, 'fill-opacity': ['interpolate', ['linear'], ['get', 'share'], 0, 0.06, 1, 0.6] },
    },
    {
      id: 'wastesense-zone-edges',
      type: 'line',
      source: AREAS_LAYER,
      paint: { 'line-color': tone, 'line-width': ['case', ['get', 'recommended'], 3, 1.25] },
    },
    {
      id: 'wastesense-ways-planned',
      type: 'line',
      source: ROUTES_LAYER,
      filter: ['!', ['get', 'active']],
      paint: { 'line-color': planned, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: 'wastesense-ways-driven',
      type: 'line',
      source: ROUTES_LAYER,
      filter: ['get', 'active'],
      paint: { 'line-color': way, 'line-width': 2 },
    },
  ]
}
