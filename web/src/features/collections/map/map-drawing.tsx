/** The still part of the map: zones as circles, sites as squares, and the ways between them that are driven or planned. */
import type { ZoneStatus } from '#contract/views.ts'
import { endsOf, type Line, type PlacesMap } from './map-places.ts'
import classes from './route-map.module.css'

export interface MapDrawingProps {
  map: PlacesMap
  lines: readonly Line[]
  zones: readonly ZoneStatus[]
}

export function MapDrawing({ map, lines, zones }: MapDrawingProps) {
  const { width, height, places } = map
  return (
    // The list below says all of it in words.
    <svg width={width} height={height} className={classes.drawing} aria-hidden="true">
      {lines.map((line) => {
        const ends = endsOf(map, line)
        if (!ends) return null
        const { from, to } = ends
        return (
          <line
            key={`${line.zone} ${line.siteId}`}
            x1={from.at.x}
            y1={from.at.y}
            x2={to.at.x}
            y2={to.at.y}
            className={classes.way}
            data-active={line.active || undefined}
          />
        )
      })}
      {places.map(({ kind, id, name, at, radius, label }) => (
        <g key={`${kind} ${id}`}>
          {kind === 'zone' ? (
            <>
              <circle cx={at.x} cy={at.y} r={radius} className={classes.zone} />
              <text x={at.x} y={at.y} dy="0.35em" textAnchor="middle" className={classes.reports}>
                {zones.find(({ zone }) => zone === id)?.currentReports}
              </text>
            </>
          ) : (
            <rect
              x={at.x - radius}
              y={at.y - radius}
              width={2 * radius}
              height={2 * radius}
              rx={4}
              className={classes.site}
            />
          )}
          <text x={label.left + label.width / 2} y={label.top + 13} textAnchor="middle" className={classes.name}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}
