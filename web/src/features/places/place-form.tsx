/** Form for the place of a bin. Residents use it in their profile, drivers at a stop. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { BinPlace } from '#contract/commands.ts'
import type { BodyInputOf } from '#contract/endpoints.ts'
import { commandFailureReason, type Failure, useIdempotentRunner } from '#web/lib/api/api.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { CommandButton } from '#web/ui/use-command.tsx'
import { draftOf, farPlaceQuestionOf, isEmptyPlace, type PlaceDraft } from './place-draft.ts'
import { ConfirmFarPlace, PlaceFields } from './place-fields.tsx'
import classes from './places.module.css'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).SetBinPlace)

interface PlaceFormProps {
  /** Place that is known so far. */
  place: BinPlace | undefined
  zone: string | undefined
  /** Sends the place to the server. Rejects with a Failure. */
  save(body: BodyInputOf<'placeBin'>, key: string): Promise<unknown>
  saved(): void
  close(): void
}

export function PlaceForm({ place, zone, save, saved, close }: PlaceFormProps) {
  const attempt = useIdempotentRunner()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useForm({ initialValues: draftOf(place), validate: rules })
  const question = farPlaceQuestionOf(failure)

  async function send(draft: PlaceDraft, confirm: boolean) {
    const body = { ...draft, ...(confirm && { confirm }) }
    setBusy(true)
    try {
      await attempt(body, (key) => save(body, key))
      saved()
    } catch (error) {
      setFailure(error as Failure)
      form.setErrors((error as Failure).errors ?? {})
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
              <p>{commandFailureReason(failure)}</p>
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
