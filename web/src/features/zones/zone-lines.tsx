/** All zones, the most urgent first; a long list is truncated until expanded. */

import { Skeleton, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ZoneCard } from '#contract/views.ts'
import { NewRows } from '#web/components/new-rows.tsx'
import { figure } from '#web/format/numbers.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { byAttention, nextOf } from './attention.ts'
import type { ZoneLine } from './zone-line.ts'
import classes from './zone-lines.module.css'
import { ZoneRow } from './zone-row.tsx'

/** Number of initially visible rows. */
const FEW = 5

/** Number of placeholders. */
const PLACES = [1, 2]

/** As high as rows at any width. */
export const ZoneLinesSkeleton = () => (
  <ul className={classes.lines} aria-hidden="true">
    {PLACES.map((place) => (
      <li key={place} className={classes.line}>
        <Skeleton height={20} className={classes.zone} />
        <Skeleton height={20} className={classes.figures} />
        <Skeleton height={8} className={classes.meter} />
        <Skeleton height={20} className={classes.says} />
        <span className={classes.action} />
      </li>
    ))}
  </ul>
)

export interface PlacedZone extends ZoneCard {
  line: ZoneLine
}

export interface ZoneLinesProps {
  zones: readonly PlacedZone[]
  action(zone: ZoneCard, line: ZoneLine, isNext: boolean): ReactNode
  notes(zone: ZoneCard, line: ZoneLine): ReactNode
}

export function ZoneLines({ zones, action, notes }: ZoneLinesProps) {
  const [isWhole, setWhole] = useState(false)
  const { shown, gone, ...news } = useHeldRows(byAttention(zones))
  const listed = isWhole ? shown : shown.slice(0, FEW)
  const all = figure(shown.length)
  const next = nextOf(listed)
  return (
    <>
      <NewRows {...news} of="zones" />
      {/* A scrolling list must be reachable by keyboard. */}
      <ul className={classes.lines} {...(isWhole && { tabIndex: 0, 'aria-label': 'Zones' })}>
        {listed.map(({ line, ...zone }) => (
          <li key={zone.id}>
            <ZoneRow
              status={zone}
              line={line}
              gone={gone(zone.id)}
              action={action(zone, line, zone.id === next?.id)}
              notes={notes(zone, line)}
            />
          </li>
        ))}
      </ul>
      {shown.length > FEW && (
        <UnstyledButton className={classes.all} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${FEW}` : `Show all ${all} zones`}
        </UnstyledButton>
      )}
    </>
  )
}
