/** A site's live deliveries: incoming first, then recent ones; the site's recyclers act on them. */

import { Button, Skeleton } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useState } from 'react'
import { lookUp } from '#domain/dictionary.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useDisabledInReplay } from '#web/lib/hooks/replay-context.ts'
import { byUrgency } from '#web/ui/marks.tsx'
import { NewRows } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './deliveries.module.css'
import { DeliveryDialogs, type OpenDialog } from './delivery-dialogs.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { isIncoming, numbersOf, whyNot } from './delivery-words.ts'

const SHOWN = 10
const NONE_COMING = 'No load is on its way. These came in the last 7 days.'

export interface DeliveryListProps {
  site: { id: string; name: string }
}

/** Needs a panel around it, which freezes its rows. */
export function DeliveryList({ site }: DeliveryListProps) {
  const { rows, status, error, arrivals, retry } = useRoom('deliveries')
  const { user } = useSession()
  const { disabled: isReplayed } = useDisabledInReplay()
  const [all, setAll] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const own = rows.filter(({ facilityId }) => facilityId === site.id)
  const { shown, gone, ...news } = useFrozenRows(byUrgency(own), site.id)
  if (status === 'loading') return <Skeleton height={160} />
  if (status === 'error') return <ErrorState message={error ?? 'Failed to fetch deliveries'} retry={retry} />
  const numbers = numbersOf(own)
  // A replay has no actions, so a hint about the account would mislead.
  const hint = isReplayed ? undefined : whyNot(user?.facility, site)
  return (
    <>
      <NewRows {...news} of="deliveries" />
      {own.length === 0 && <NoDeliveries />}
      {own.length > 0 && !own.some(isIncoming) && <p className={classes.hint}>{NONE_COMING}</p>}
      {hint && own.length > 0 && <p className={classes.hint}>{hint}</p>}
      <ul className={classes.list} aria-label={`Deliveries to ${site.name}`}>
        {shown.slice(0, all ? undefined : SHOWN).map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            number={numbers.get(delivery.id)}
            facility={user?.facility}
            gone={gone(delivery.id)}
            arrivedAt={lookUp(arrivals, delivery.id)}
            open={(kind) => setDialog({ kind, delivery })}
          />
        ))}
      </ul>
      {!all && shown.length > SHOWN && (
        <div className={classes.more}>
          <Button variant="default" mih={44} onClick={() => setAll(true)}>
            Show all {shown.length} of the last 7 days
          </Button>
        </div>
      )}
      <DeliveryDialogs dialog={dialog} rows={rows} close={() => setDialog(null)} />
    </>
  )
}

const NoDeliveries = () => (
  <EmptyState icon={IconTruckDelivery} title="No Deliveries Scheduled">
    No deliveries currently scheduled for this site
  </EmptyState>
)
