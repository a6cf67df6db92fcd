/** All stops of the route sheet in the driver's order. A press on a stop shows it in the card. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCheck, IconCircle, IconX } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { lookUp } from '#domain/dictionary.ts'
import { useRowHighlight } from '#web/lib/feed/use-room.ts'
import { timeAgo } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import classes from './driver.module.css'
import { isServed, type RouteSheetStop, type StopListState } from './sheet-state.ts'
import { outcomeText, placeTitle } from './texts.ts'

const MINUTE_MS = 60_000

interface StopListProps {
  list: StopListState
  currentId: string | undefined
  choose(id: string): void
  /** Moves an open stop by one place; undefined if sorting is not possible. */
  move: ((id: string, by: -1 | 1) => void) | undefined
  /** Sorts the stops by distance; undefined if the phone's position is unknown. */
  sortByDistance: (() => void) | undefined
}

export function StopList({ list, currentId, choose, move, sortByDistance }: StopListProps) {
  const [isSorting, setSorting] = useState(false)
  const now = useNow(MINUTE_MS)
  const sorts = isSorting && move
  return (
    <section className={classes.list} aria-label={t`All stops`}>
      <div className={classes.listHead}>
        <h2 className={classes.listTitle}>
          <Trans>All stops</Trans>
        </h2>
        {sorts && sortByDistance && (
          <Button variant="default" mih={48} onClick={sortByDistance}>
            <Trans>Nearest first</Trans>
          </Button>
        )}
        {move && (
          <Button variant="default" mih={48} aria-pressed={isSorting} onClick={() => setSorting(!isSorting)}>
            {isSorting ? t`Done` : t`Sort`}
          </Button>
        )}
      </div>
      <ol className={classes.rows}>
        {list.ids.map((id, n) => {
          const stop = list.known.get(id)
          return (
            stop && (
              <Row
                key={id}
                stop={stop}
                number={n + 1}
                isCurrent={id === currentId}
                isGone={list.gone.has(id)}
                changedAt={lookUp(list.changedAt, id)}
                now={now}
                choose={choose}
                move={sorts || undefined}
              />
            )
          )
        })}
      </ol>
    </section>
  )
}

interface RowProps {
  stop: RouteSheetStop
  number: number
  isCurrent: boolean
  isGone: boolean
  changedAt: number | undefined
  now: number
  choose(id: string): void
  move: ((id: string, by: -1 | 1) => void) | undefined
}

const Row = memo(function Row({ stop, number, isCurrent, isGone, changedAt, now, choose, move }: RowProps) {
  const marked = useRowHighlight(changedAt)
  const { stopId, since } = stop
  const title = placeTitle(stop)
  const done = isServed(stop)
  const Icon = done ? (stop.collected ? IconCheck : IconX) : IconCircle
  return (
    <li className={classes.row} data-marked={marked || undefined} data-gone={isGone || undefined}>
      <button
        type="button"
        className={classes.rowButton}
        aria-current={isCurrent || undefined}
        data-acts-on={stopId}
        onClick={() => choose(stopId)}
      >
        <Icon size={20} aria-hidden="true" />
        <span className={classes.number}>{number}</span>
        <span className={classes.rowText}>
          <span className={classes.rowTitle}>{title}</span>
          <span className={classes.hint}>{rowHint(stop, isGone, timeAgo(since, now))}</span>
        </span>
      </button>
      {move && !done && !isGone && (
        <span className={classes.moves} data-acts-on={stopId}>
          <button
            type="button"
            className={classes.move}
            aria-label={t`Move ${title} up`}
            onClick={() => move(stopId, -1)}
          >
            <IconArrowUp size={22} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={classes.move}
            aria-label={t`Move ${title} down`}
            onClick={() => move(stopId, 1)}
          >
            <IconArrowDown size={22} aria-hidden="true" />
          </button>
        </span>
      )}
    </li>
  )
})

function rowHint(stop: RouteSheetStop, isGone: boolean, ago: string): string {
  if (isGone) return t`No longer on your route`
  if (stop.isRefused) return t`Not accepted`
  const outcome = outcomeText(stop)
  if (outcome && stop.isUnsent) return t`${outcome} · not sent yet`
  return outcome ?? t`Reported ${ago}`
}
