/** Dialog with the recommended collection of a zone and its alternatives. */
import { Skeleton, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import type { CollectionChoice } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useRecommendationQuery, useScheduleCollectionMutation } from '#web/features/collections/calls.ts'
import { useLiveRefresh } from '#web/feed/live-refresh.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { RegionContext, useRegion } from '#web/hooks/region.ts'
import { againstRecommended, savingOf } from './choice-words.ts'
import { PlanChoice } from './plan-choice.tsx'
import classes from './plan-dialog.module.css'

export interface PlanDialogProps extends DialogState {
  zone: Zone
}

export function PlanDialog({ zone, opened, close }: PlanDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={`Collection in ${zone}`} opened={opened} close={close} busy={busy} size="xl">
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
  const { value, region, place } = useRegion()
  if (error && !data)
    return <ErrorState message="Failed to fetch dispatch recommendation" retry={() => void refetch()} />
  if (!data) return <Skeleton height={260} />
  return (
    <div ref={region}>
      <span aria-live="polite" ref={place} />
      <RegionContext value={value}>
        <Choices
          zone={zone}
          choices={data.choices ?? []}
          saving={savingOf(data)}
          why={data.explanation}
          close={close}
          setBusy={setBusy}
        />
      </RegionContext>
    </div>
  )
}

interface ChoicesProps extends DecisionProps {
  choices: readonly CollectionChoice[]
  saving: string
  why: string
}

function Choices({ zone, choices, saving, why, close, setBusy }: ChoicesProps) {
  const name = useId()
  const [kind, choose] = useState<CollectionChoice['kind']>('recommended')
  const { pending, failure, send } = useCommand('schedules')
  const [schedule] = useScheduleCollectionMutation()
  // Choices stay in place during interaction, with current figures.
  const { shown, gone } = useHeldRows(choices.map((choice) => ({ ...choice, id: choice.kind })))
  const [recommended] = shown
  const chosen = shown.find((choice) => choice.kind === kind && !gone(choice.id))
  if (!recommended) return <p className={classes.nothing}>Nothing is recommended for {zone} now.</p>

  async function accept({ siteId, of, trucks }: CollectionChoice) {
    const body = { zone, accepted: { siteId, of, trucks } }
    setBusy(true)
    try {
      const done = await send(body, (key) => schedule({ body, key }).unwrap())
      if (!done) return
      toast('success', 'Collection scheduled', `${done.schedules.map(({ vehicle }) => vehicle.id).join(', ')}: ${zone}`)
      close()
    } catch {
      // The failure is shown above the button.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>How it is collected</legend>
        {shown.map((choice) => (
          <PlanChoice
            key={choice.kind}
            name={name}
            choice={choice}
            note={choice.kind === 'recommended' ? saving : againstRecommended(choice, recommended)}
            gone={gone(choice.id)}
            checked={choice === chosen}
            choose={() => choose(choice.kind)}
          />
        ))}
      </fieldset>
      <details className={classes.why}>
        <summary>Why this plan</summary>
        <p>{why}</p>
      </details>
      <ChangeFailure failure={failure} text="Failed to schedule the collection" />
      {chosen?.kind === 'wait' ? (
        <DialogFoot isKept act="Send nothing yet" onAct={close} close={close} pending={pending} />
      ) : (
        <DialogFoot
          act="Schedule"
          onAct={() => chosen && accept(chosen)}
          close={close}
          pending={pending}
          disabled={!chosen}
        />
      )}
    </Stack>
  )
}
