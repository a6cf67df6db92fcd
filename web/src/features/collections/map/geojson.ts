/**
 * Types for the used part of GeoJSON.
 * Positions are longitude, then latitude.
 */

export type Position = [number, number]

export interface Polygon {
  type: 'Polygon'
  coordinates: Position[][]
}

export interface LineString {
  type: 'LineString'
  coordinates: Position[]
}

export interface Feature<G, P> {
  type: 'Feature'
  geometry: G
  properties: P
}

export interface FeatureCollection<G, P> {
  type: 'FeatureCollection'
  features: Feature<G, P>[]
}
