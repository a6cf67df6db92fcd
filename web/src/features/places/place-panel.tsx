/** Panel of the profile for the place of a resident's bin: show, change, remove. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { BinPlace } from '#contract/commands.ts'
import type { BinLocation, User } from '#contract/views.ts'
import { pointOfPlace } from '#domain/plus-code.ts'
import { commandFailureReason, failureText, useIdempotentRunner } from '#web/lib/api/api.ts'
import { placeLines } from '#web/lib/format/bins.ts'
import { PinMap } from '#web/ui/map/pin-map.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton, showUndo } from '#web/ui/use-command.tsx'
import { useOwnBinQuery, usePlaceBinMutation } from './calls.ts'
import { PlaceForm } from './place-form.tsx'
import classes from './places.module.css'

export function PlacePanel({ user }: { user: User }) {
  const { data: bin, error, refetch } = useOwnBinQuery(undefined, { refetchOnMountOrArgChange: true })
  const [place] = usePlaceBinMutation()
  const [isEditing, setEditing] = useState(false)
  const isKnown = placeLines(bin?.place).length > 0
  const edit = bin && !isEditing && (
    <Button variant="default" onClick={() => setEditing(true)}>
      {isKnown ? t`Change` : t`Add`}
    </Button>
  )
  return (
    <Panel title={t`Where your bin is`} aside={edit}>
      {!bin && !error && <Skeleton height={72} />}
      {!bin && error && (
        <ErrorState message={failureText(error, t`The place of your bin could not be loaded`)} retry={refetch} />
      )}
      {bin && !isEditing && (isKnown ? <Known bin={bin} /> : <Unknown />)}
      {bin && isEditing && (
        <PlaceForm
          place={bin.place}
          zone={user.zone}
          save={(body, key) => place({ body, key }).unwrap()}
          saved={() => {
            setEditing(false)
            toast('success', t`Place saved`, t`Drivers see the place while they collect in your zone.`)
          }}
          close={() => setEditing(false)}
        />
      )}
    </Panel>
  )
}

const Unknown = () => (
  <p className={classes.text}>
    <Trans>Say where your bin is, so that the driver finds it. Only dispatchers and your driver see it.</Trans>
  </p>
)

function Known({ bin: { place = {}, source, placedAt } }: { bin: BinLocation }) {
  const point = pointOfPlace(place)
  return (
    <>
      <dl className={classes.lines}>
        {placeLines(place).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {point && <PinMap title={t`Map with the place of your bin`} at={point} near={point} />}
      <p className={classes.hint}>
        {source === 'driver' ? t`Added by a driver` : t`Added by you`} {placedAt && <RelativeTime iso={placedAt} />}
      </p>
      <RemovePlace place={place} />
    </>
  )
}

/** Button that removes the place at once and offers to undo it. */
function RemovePlace({ place }: { place: BinPlace }) {
  const [send, { isLoading }] = usePlaceBinMutation()
  const attempt = useIdempotentRunner()
  const set = (body: object) => attempt(body, (key) => send({ body, key }).unwrap())

  async function remove() {
    try {
      await set({})
    } catch (error) {
      return toast('error', t`The place was not removed`, commandFailureReason(error))
    }
    void showUndo({ title: t`Place removed`, undo: () => void restore() })
  }
  async function restore() {
    try {
      // Confirms the place in the same request. The server would otherwise ask back if the place is far outside the
      // zone.
      await set({ ...place, confirm: true })
      toast('success', t`Undone. The place is saved again.`)
    } catch (error) {
      toast('error', t`This could not be undone`, commandFailureReason(error))
    }
  }

  return (
    <Group mt="xs">
      <CommandButton
        variant="subtle"
        color="statusCritical"
        px="xs"
        ml={-8}
        mih={44}
        loading={isLoading}
        onClick={() => void remove()}
      >
        <Trans>Remove the place</Trans>
      </CommandButton>
    </Group>
  )
}
