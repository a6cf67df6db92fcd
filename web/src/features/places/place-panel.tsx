/**
 * Profile panel that shows, changes or removes the place of a resident's bin.
 * While the user edits the place, a form replaces the panel.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { BinPlace } from '#contract/commands.ts'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { BinLocation, User } from '#contract/views.ts'
import { pointOfPlace } from '#domain/plus-code.ts'
import {
  commandFailureReasonOf,
  failureTextOf,
  type RequestFailure,
  useIdempotentRunner,
  wholeForm,
} from '#web/lib/api/api.ts'
import { placeLinesOf } from '#web/lib/format/bins.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { PinMap } from '#web/ui/map/pin-map.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton, showUndoableChange } from '#web/ui/use-command.tsx'
import { farPlaceQuestionOf, isEmptyPlace, type PlaceDraft, placeDraftOf } from './place-draft.ts'
import { ConfirmFarPlace, PlaceFields, useOwnBinQuery, usePlaceBinMutation } from './place-fields.tsx'
import classes from './places.module.css'

export function PlacePanel({ user }: { user: User }) {
  const { data: bin, error, refetch } = useOwnBinQuery(undefined, { refetchOnMountOrArgChange: true })
  const [place] = usePlaceBinMutation()
  const [isEditing, setEditing] = useState(false)
  const isKnown = placeLinesOf(bin?.place).length > 0
  const edit = bin && !isEditing && (
    <Button variant="default" onClick={() => setEditing(true)}>
      {isKnown ? t`Change` : t`Add`}
    </Button>
  )
  return (
    <Panel title={t`Where your bin is`} aside={edit}>
      {!bin && !error && <Skeleton height={72} />}
      {!bin && error && (
        <ErrorState message={failureTextOf(error, t`The place of your bin could not be loaded`)} retry={refetch} />
      )}
      {bin && !isEditing && (isKnown ? <KnownPlace bin={bin} /> : <UnknownPlace />)}
      {bin && isEditing && (
        <PlaceForm
          place={bin.place}
          zone={user.zone}
          save={(body, key) => place({ body, key }).unwrap()}
          saved={() => {
            setEditing(false)
            showToast('success', t`Place saved`, t`Drivers see the place while they collect in your zone.`)
          }}
          close={() => setEditing(false)}
        />
      )}
    </Panel>
  )
}

const UnknownPlace = () => (
  <p className={classes.text}>
    <Trans>Say where your bin is, so that the driver finds it. Only dispatchers and your driver see it.</Trans>
  </p>
)

function KnownPlace({ bin: { place = {}, source, placedAt } }: { bin: BinLocation }) {
  const point = pointOfPlace(place)
  return (
    <>
      <dl className={classes.lines}>
        {placeLinesOf(place).map(([label, value]) => (
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

/** Button that removes the bin's location at once and offers undo. */
function RemovePlace({ place }: { place: BinPlace }) {
  const [send, { isLoading }] = usePlaceBinMutation()
  const attempt = useIdempotentRunner(wholeForm)
  const set = (body: object) => attempt(body, (key) => send({ body, key }).unwrap())

  async function remove() {
    try {
      await set({})
    } catch (error) {
      return showToast('error', t`The place was not removed`, commandFailureReasonOf(error))
    }
    void showUndoableChange({ title: t`Place removed`, undo: () => void restore() })
  }
  async function restore() {
    try {
      // Sends a confirmation too, because the server asks about places far outside the zone.
      await set({ ...place, confirm: true })
      showToast('success', t`Undone. The place is saved again.`)
    } catch (error) {
      showToast('error', t`This could not be undone`, commandFailureReasonOf(error))
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

const placeRules = validateBySchema(async () => (await import('#contract/commands.ts')).SetBinPlaceBody)

interface PlaceFormProps {
  /** Place of the bin as stored so far; undefined if none. */
  place: BinPlace | undefined
  zone: string | undefined
  /**
   * Sends the bin's place to the server.
   * Rejects with a Failure.
   */
  save(body: BodyInputOf<'placeBin'>, key: string): Promise<unknown>
  saved(): void
  close(): void
}

/**
 * Form for the bin's place.
 * It asks for confirmation if the place is far outside the zone.
 */
function PlaceForm({ place, zone, save, saved, close }: PlaceFormProps) {
  const attempt = useIdempotentRunner()
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useForm({ initialValues: placeDraftOf(place), validate: placeRules })
  const question = farPlaceQuestionOf(failure)

  async function send(draft: PlaceDraft, confirm: boolean) {
    const body = { ...draft, ...(confirm && { confirm }) }
    setBusy(true)
    try {
      await attempt(body, (key) => save(body, key))
      saved()
    } catch (error) {
      setFailure(error as RequestFailure)
      form.setErrors((error as RequestFailure).errors ?? {})
    } finally {
      setBusy(false)
    }
  }

  function change(part: Partial<PlaceDraft>) {
    setFailure(null)
    for (const [name, value] of Object.entries(part)) form.setFieldValue(name as keyof PlaceDraft, value)
  }

  return (
    <form onSubmit={form.onSubmit((draft) => void send(draft, false))} noValidate>
      <Stack gap="md">
        <PlaceFields
          draft={form.values}
          errors={form.errors}
          change={change}
          leave={(name) => void form.validateField(name)}
          zone={zone}
        />
        {question && (
          <ConfirmFarPlace text={question} isBusy={isBusy} confirm={() => void send(form.getValues(), true)} />
        )}
        {failure && !question && (
          <div className={classes.failure} role="alert">
            <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
            <div>
              <p>{t`The place was not saved.`}</p>
              <p>{commandFailureReasonOf(failure)}</p>
            </div>
          </div>
        )}
        <Group>
          <CommandButton type="submit" size="md" mih={44} loading={isBusy} disabled={isEmptyPlace(form.values)}>
            <Trans>Save place</Trans>
          </CommandButton>
          <Button variant="default" size="md" mih={44} disabled={isBusy} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
