/** Head of the sheet: truck, zone, stops left, load and site, and what is not sent yet. */
import { plural, t } from '@lingui/core/macro'
import { IconCloudUpload } from '@tabler/icons-react'
import { countUnsent, type StoredAction } from '#web/lib/outbox/stored-action.ts'
import { Meter } from '#web/ui/marks.tsx'
import classes from './driver.module.css'
import type { ShownSheet } from './sheet-state.ts'
import { unsentText } from './texts.ts'

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

/** Line with what waits for the network; its height is always reserved. */
export function UnsentLine({ actions }: { actions: readonly StoredAction[] }) {
  const text = unsentText(countUnsent(actions))
  return (
    <p className={classes.unsent} role="status" data-waiting={text ? true : undefined}>
      {text && <IconCloudUpload size={20} aria-hidden="true" />}
      <span>{text || t`Everything is sent`}</span>
    </p>
  )
}
