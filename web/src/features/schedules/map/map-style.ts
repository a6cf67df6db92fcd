/** Map layers of zones and trucks, drawn over the built-in base map or over an installation's own style. */
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { Colours } from '#web/ui/map/land-style.ts'
import type { RouteFeatures, ZoneAreas } from './areas.ts'

/** Ids of the app's sources and layers. The prefix avoids collisions with an installation's own style. */
export const ZONE_AREAS_LAYER_ID = 'wastesense-zone-areas'
export const ROUTE_LINES_LAYER_ID = 'wastesense-truck-ways'

export const mapSourcesOf = (areas: ZoneAreas, ways: RouteFeatures): Record<string, SourceSpecification> => ({
  // `tolerance: 0` switches simplification off, so that circles stay round.
  [ZONE_AREAS_LAYER_ID]: { type: 'geojson', data: areas, tolerance: 0 },
  [ROUTE_LINES_LAYER_ID]: { type: 'geojson', data: ways },
})

/**
 * Returns the layers of zones and lines.
 * A zone's fill shows its share of reports; a strong edge shows that a collection is recommended.
 * Planned lines are dashed.
 */
export function mapLayersOf({ new: few, done, way, planned }: Colours): LayerSpecification[] {
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
