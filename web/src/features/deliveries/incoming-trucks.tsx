/**
 * Live list of trucks on the way to any site, in order of arrival.
 * Each has the actions of its site's recyclers.
 */
import { useState } from 'react'
import { Link } from 'react-router'
import type { Delivery, Site } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { Panel } from '#web/ui/page.tsx'
import { NewRows } from '#web/ui/rows.tsx'
import classes from './deliveries.module.css'
import { DeliveryDialogs, type OpenDialog } from './delivery-dialogs.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { isIncoming, numbersOf } from './delivery-words.ts'

/** Most rows; the sites' own lists have all trucks. */
const SHOWN = 5

export function IncomingTrucks({ sites }: { sites: readonly Site[] }) {
  const { rows } = useRoom('deliveries')
  const incoming = rows
    .filter(isIncoming)
    .sort((a, b) => a.estimatedArrival.localeCompare(b.estimatedArrival) || a.id.localeCompare(b.id))
  return (
    <Panel title="Incoming trucks" aside={<span className="ws-figures">{figure(incoming.length)} on the way</span>}>
      <List incoming={incoming} rows={rows} sites={sites} />
    </Panel>
  )
}

interface ListProps {
  incoming: readonly Delivery[]
  rows: readonly Delivery[]
  sites: readonly Site[]
}

/** Needs a panel around it, which freezes its rows. */
function List({ incoming, rows, sites }: ListProps) {
  const { arrivals } = useRoom('deliveries')
  const { user } = useSession()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { shown, gone, ...news } = useFrozenRows(incoming)
  const siteOf = (id: string) => sites.find((site) => site.id === id)
  const numberOf = ({ id, facilityId }: Delivery) =>
    numbersOf(rows.filter((other) => other.facilityId === facilityId)).get(id)
  return (
    <>
      <NewRows {...news} of="trucks" />
      {shown.length === 0 && (
        <p className={classes.hint}>
          No truck is on its way. One appears here when a dispatcher sends it to a site, with its load and when it is
          due.
        </p>
      )}
      <ul className={classes.list} aria-label="Trucks on their way">
        {shown.slice(0, SHOWN).map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            number={numberOf(delivery)}
            site={siteOf(delivery.facilityId)?.name ?? delivery.facilityId}
            facility={user?.facility}
            gone={gone(delivery.id)}
            arrivedAt={lookUp(arrivals, delivery.id)}
            open={(kind) => setDialog({ kind, delivery })}
          />
        ))}
      </ul>
      {shown.length > SHOWN && (
        <p className={classes.hint}>
          The next {SHOWN} of {figure(shown.length)}. <Link to="/recycler/insights">All are with their sites.</Link>
        </p>
      )}
      <DeliveryDialogs dialog={dialog} rows={rows} close={() => setDialog(null)} />
    </>
  )
}
