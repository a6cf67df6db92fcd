/** The map's data as tables, for screen readers and browsers that cannot draw it. */

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { clockTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import figures from '#web/ui/figure-table.module.css'
import { ColumnHeads } from '#web/ui/history-table.tsx'
import { progressText } from './journeys.ts'
import type { MapTargets } from './map-item.tsx'
import { type City, journeyWords, load, reportedText, zoneState } from './map-labels.ts'
import classes from './map-table.module.css'
import { TruckName } from './truck-name.tsx'

const STEP_MS = 10_000

export function MapTable({ city, targets }: { city: City; targets: MapTargets }) {
  return (
    <div className={classes.tables}>
      <Rows
        heads={['Zone', 'Reported', 'State']}
        rows={city.zones.map((zone) => [
          <Link key={zone.id} to={targets.zone(zone.zone)} className={classes.link}>
            {zone.zone}
          </Link>,
          reportedText(zone),
          zoneState(zone) || '–',
        ])}
      />
      <Rows heads={['Site', 'Load']} rows={city.sites.map((site) => [site.name, load(site)])} />
      <Trucks city={city} targets={targets} />
    </div>
  )
}

function Trucks({ city: { journeys, lastKnown, sites }, targets }: { city: City; targets: MapTargets }) {
  const now = useNow(STEP_MS)
  const placeOf = (kind: string, id: string) => (kind === 'site' && sites.find((site) => site.id === id)?.name) || id
  const rows = [
    ...journeys.map((journey) => [
      <TruckName key={journey.truckId} id={journey.truckId} show={targets.truck(journey)} />,
      `${journeyWords(journey)}, ${progressText(journey, now)}`,
    ]),
    ...lastKnown.map(({ truckId, kind, placeId, at }) => [
      truckId,
      `last known at ${placeOf(kind, placeId)}, ${clockTime(at, now)} (estimated)`,
    ]),
  ]
  return <Rows heads={['Truck', 'Where']} rows={rows} empty="No truck is known to be anywhere." />
}

interface RowsProps {
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  empty?: string
}

function Rows({ heads, rows, empty = 'None yet.' }: RowsProps) {
  return (
    <table className={`${figures.table} ${classes.table}`}>
      <ColumnHeads heads={heads} />
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={heads.length}>{empty}</td>
          </tr>
        )}
        {rows.map((cells, row) => (
          // Rows have no identity besides their content.
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={heads[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
