/** Cards of sites, each with its composition and incoming deliveries. A press on a card lists the deliveries. */
import { t } from '@lingui/core/macro'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import type { Site } from '#contract/views.ts'
import { figure, formatKg, formatTonnes } from '#web/lib/format/numbers.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import classes from './insights.module.css'

export interface SiteCardsProps {
  sites: readonly Site[]
  /** Returns the number of deliveries on the way to a site; undefined while unknown. */
  incoming(siteId: string): number | undefined
  /** Id of the site whose deliveries are listed. */
  open: string | null
  toggle(siteId: string): void
}

/** One placeholder is rendered per number. */
const PLACES = [1, 2]

/** Placeholder of the cards. It has the same height as the cards at any width. */
export const SiteCardsSkeleton = () => (
  <ul className={classes.cards} aria-hidden="true">
    {PLACES.map((place) => (
      <li key={place}>
        <Skeleton className={classes.place} />
      </li>
    ))}
  </ul>
)

const countOf = (count: number | undefined) => (count === undefined ? '–' : figure(count))

export function SiteCards({ sites, incoming, open, toggle }: SiteCardsProps) {
  return (
    <ul className={classes.cards} aria-label={t`Sites`}>
      {sites.map((site) => (
        <li key={site.id}>
          <UnstyledButton
            className={classes.card}
            data-site={site.id}
            aria-expanded={open === site.id}
            onClick={() => toggle(site.id)}
          >
            <span className={classes.words}>
              <span className={classes.name}>
                <span>{site.name}</span> <SimulatedBadge of={site} />
              </span>
            </span>
            <span className={classes.figures}>
              <Figure
                name={t`Current Capacity`}
                value={formatKg(site.currentCapacity * 1_000)}
                note={formatTonnes(site.currentCapacity)}
              />
              <Figure name={t`Incoming Deliveries`} value={countOf(incoming(site.id))} />
            </span>
          </UnstyledButton>
          <p className={classes.location}>
            <IconMapPin size={16} aria-hidden="true" /> <span>{site.location}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <span className={classes.figure}>
      <span className={classes.label}>{name}</span>
      <span className={classes.value}>{value}</span>
      {note && <span className={classes.label}>{note}</span>}
    </span>
  )
}
