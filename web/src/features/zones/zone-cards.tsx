/** A card for each zone: how near it is to its collection. */
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Schedule, ZoneStatus } from '#contract/views.ts'
import { ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { byAttention, FEW } from './attention.ts'
import { ZoneCard } from './zone-card.tsx'
import classes from './zone-cards.module.css'

/** Of the cards, while nobody knows how many there will be. */
const PLACES = [1, 2]

/** What scrolls can be reached with the keyboard. */
const SCROLLS = { tabIndex: 0, role: 'group', 'aria-label': 'Zones' } as const

export interface ZoneCardsProps {
  /** How many are available; null while that is not known. */
  trucks: number | null
  /** What is scheduled or under way there. */
  collection(zone: ZoneStatus): Schedule | undefined
  /** What can be done about a zone, beside its name. */
  action(zone: ZoneStatus): ReactNode
  warning?(zone: ZoneStatus): ReactNode
}

export function ZoneCards({ trucks, collection, action, warning }: ZoneCardsProps) {
  const { rows, status, error, retry } = useRoom('zones')
  if (status === 'error') return <ErrorState message={error ?? 'Failed to fetch threshold status'} retry={retry} />
  const isMany = rows.length > FEW
  return (
    // Many scroll by themselves, so that what is to be done about them stays in sight below.
    <div className={classes.cards} data-many={isMany || undefined} {...(isMany && SCROLLS)}>
      {status === 'loading'
        ? PLACES.map((place) => <Skeleton key={place} height={110} />)
        : byAttention(rows).map((zone) => (
            <ZoneCard
              key={zone.id}
              status={zone}
              trucks={trucks}
              collection={collection(zone)}
              action={action(zone)}
              warning={warning?.(zone)}
            />
          ))}
    </div>
  )
}
