/** Dialog with the recommended collection of a zone and its alternatives. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import type { CollectionOption } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { useLiveRefresh, useRoom } from '#web/lib/feed/use-room.ts'
import { siteNameOf } from '#web/lib/format/names.ts'
import { FreezeRegionContext, useFreezeRegion, useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useRecommendationQuery, useScheduleCollectionMutation, useScheduleUndo } from './calls.ts'
import classes from './dispatch.module.css'
import {
  describeDeparture,
  describeDifferenceFromRecommended,
  describePlanSaving,
  describeTruckWork,
  optionFiguresOf,
  optionTitleOf,
} from './dispatch.ts'

interface PlanDialogProps extends DialogState {
  zone: Zone
}

export function PlanDialog({ zone, opened, close }: PlanDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Collection in ${zone}`} opened={opened} close={close} busy={busy} size="xl">
      <Decision zone={zone} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface DecisionProps {
  zone: Zone
  close(): void
  setBusy(busy: boolean): void
}

function Decision({ zone, close, setBusy }: DecisionProps) {
  const { data, error, refetch } = useRecommendationQuery({ zone })
  useLiveRefresh(refetch)
  const { value, region, place } = useFreezeRegion()
  if (error && !data)
    return <ErrorState message={t`Failed to fetch dispatch recommendation`} retry={() => void refetch()} />
  if (!data) return <Skeleton height={260} />
  return (
    <div ref={region}>
      <span aria-live="polite" ref={place} />
      <FreezeRegionContext value={value}>
        <Choices
          zone={zone}
          choices={data.choices ?? []}
          saving={describePlanSaving(data)}
          why={data.explanation}
          close={close}
          setBusy={setBusy}
        />
      </FreezeRegionContext>
    </div>
  )
}

interface ChoicesProps extends DecisionProps {
  choices: readonly CollectionOption[]
  saving: string
  why: string
}

function Choices({ zone, choices, saving, why, close, setBusy }: ChoicesProps) {
  const name = useId()
  const [kind, choose] = useState<CollectionOption['kind']>('recommended')
  const { pending, failure, send } = useCommand('schedules')
  const [schedule] = useScheduleCollectionMutation()
  const offerUndo = useScheduleUndo()
  // Collection options keep their places while the user interacts; only their figures change.
  const { shown, gone } = useFrozenRows(choices.map((choice) => ({ ...choice, id: choice.kind })))
  const [recommended] = shown
  const chosen = shown.find((choice) => choice.kind === kind && !gone(choice.id))
  if (!recommended) return <p className={classes.nothing}>{t`No recommendation for ${zone} now.`}</p>

  async function accept({ siteId, of, trucks }: CollectionOption) {
    const body = { zone, accepted: { siteId, of, trucks } }
    setBusy(true)
    try {
      const done = await send(body, (key) => schedule({ body, key }).unwrap())
      if (!done) return
      close()
      void offerUndo(done.schedules, [zone])
    } catch {
      // Ignores the error, because the dialog shows it above the button.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <fieldset className={classes.choices}>
        <legend className={classes.planDialogLegend}>
          <Trans>How to collect</Trans>
        </legend>
        {shown.map((choice) => (
          <PlanChoice
            key={choice.kind}
            name={name}
            choice={choice}
            note={choice.kind === 'recommended' ? saving : describeDifferenceFromRecommended(choice, recommended)}
            gone={gone(choice.id)}
            checked={choice === chosen}
            choose={() => choose(choice.kind)}
          />
        ))}
      </fieldset>
      <details className={classes.why}>
        <summary>
          <Trans>Why this plan</Trans>
        </summary>
        <p>{why}</p>
      </details>
      <ChangeErrorAlert failure={failure} text={t`Failed to schedule the collection`} />
      {chosen?.kind === 'wait' ? (
        <DialogFooter isKept act={t`Send no truck yet`} onAct={close} close={close} pending={pending} />
      ) : (
        <DialogFooter
          act={t`Schedule`}
          onAct={() => chosen && accept(chosen)}
          close={close}
          pending={pending}
          disabled={!chosen}
        />
      )}
    </Stack>
  )
}

interface PlanChoiceProps {
  /** Name that the radio buttons of the group share. */
  name: string
  choice: CollectionOption
  note: string
  /** True if this way to collect the zone is no longer available. */
  gone: boolean
  checked: boolean
  choose(): void
}

function PlanChoice({ name, choice, note, gone, checked, choose }: PlanChoiceProps) {
  const { rows: sites } = useRoom('sites')
  const { kind, siteId, trucks } = choice
  const id = `${name}-${kind}`
  return (
    <label className={classes.choice} data-choice={kind} data-gone={gone || undefined}>
      <span className={classes.head}>
        <input
          type="radio"
          name={name}
          value={kind}
          checked={checked}
          disabled={gone}
          onChange={choose}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-facts`}
          data-autofocus={kind === 'recommended' || undefined}
        />
        <b id={`${id}-title`}>{optionTitleOf(choice)}</b>
      </span>
      <span id={`${id}-facts`} className={classes.facts}>
        <span>{gone ? t`No longer available` : describeDeparture(choice)}</span>
        <span className={classes.small}>{siteNameOf(sites, siteId)}</span>
        <span className={classes.figures}>
          {optionFiguresOf(choice).map(([of, figure]) => (
            <span key={of}>
              <span className={classes.small}>{of}</span> <b>{figure}</b>
            </span>
          ))}
        </span>
        {trucks.length > 1 &&
          trucks.map((truck) => (
            <span key={truck.vehicleId} className={classes.small}>
              {describeTruckWork(truck)}
            </span>
          ))}
        <span className={classes.note}>{note}</span>
      </span>
    </label>
  )
}
