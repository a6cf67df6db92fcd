/** Head of the sheet: truck, zone, stops left, load and site; undo and what is not sent yet. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { exceptionLabels } from '#web/lib/format/stop-exceptions.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { isHeld } from '#web/lib/outbox/stored.ts'
import { countUnsent, isOutcome, type Said, type StoredAction } from '#web/lib/outbox/stored-action.ts'
import { Meter } from '#web/ui/marks.tsx'
import classes from './driver.module.css'
import type { ShownSheet, ShownStop } from './sheet-state.ts'
import { placeTitle, unsentText } from './texts.ts'

export function SheetHead({ shown }: { shown: ShownSheet }) {
  const { vehicleId, zone, site, left, load, phase, stops } = shown
  const title = vehicleId ?? t`Your route`
  const isCollecting = phase === 'collecting' || phase === 'planned'
  return (
    <header className={classes.head}>
      <div className={classes.headLine}>
        <h1 className={classes.title}>{zone && isCollecting ? `${title} · ${zone}` : title}</h1>
        {isCollecting && stops.length > 0 && (
          <p className={classes.left}>{plural(left, { one: '# stop left', other: '# stops left' })}</p>
        )}
      </div>
      {load && isCollecting && (
        <div className={classes.load}>
          <Meter
            label={t`Load`}
            value={load.bins}
            max={load.capacity}
            tone={load.bins >= load.capacity ? 'critical' : 'done'}
          />
          <p className={classes.hint}>
            {t`${load.bins} of ${load.capacity} bins`}
            {site && ` · ${site.name}`}
          </p>
        </div>
      )}
    </header>
  )
}

const SECOND_MS = 1_000

interface StatusLineProps {
  actions: readonly StoredAction[]
  stops: readonly ShownStop[]
  undo(outcome: StoredAction): Promise<void>
}

/**
 * Line with the undo of the last outcome, for eight seconds, and what waits for the network.
 * Its height is always reserved.
 */
export function StatusLine({ actions, stops, undo }: StatusLineProps) {
  const now = useNow(SECOND_MS)
  const last = actions.filter(isOutcome).findLast((action) => !action.tried && isHeld(action, now))
  const stop = last && stops.find(({ stopId }) => stopId === last.did.stopId)
  const unsent = unsentText(countUnsent(actions))
  return (
    <div className={classes.status} role="status" data-waiting={unsent ? true : undefined}>
      {unsent && <IconCloudUpload size={20} aria-hidden="true" />}
      <div className={classes.statusText}>
        {last && stop && <p>{undoText(stop, last.did.said)}</p>}
        <p>{unsent || t`Everything is sent`}</p>
      </div>
      {last && (
        <Button variant="default" mih={48} px="md" className={classes.strong!} onClick={() => void undo(last)}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </div>
  )
}

function undoText(stop: ShownStop, { outcome, exception }: Said): string {
  const place = placeTitle(stop)
  if (outcome === 'collected' || !exception) return t`Collected: ${place}`
  const reason = exceptionLabels()[exception]
  return t`${reason}: ${place}`
}
