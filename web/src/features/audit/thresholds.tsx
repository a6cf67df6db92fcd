/** Settings of the audit: thresholds of findings, and the checkpoint key. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { FindingThresholds } from '#contract/audit/findings.ts'
import { type Failure, failureText } from '#web/lib/api/api.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import { createPreloadHandlers, LazyDialog, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import classes from './audit.module.css'
import { useFindingThresholdsQuery, useSetFindingThresholdsMutation } from './calls.ts'
import { draftOf, type ThresholdDraft, thresholdGroups, thresholdsFromDraft } from './threshold-fields.ts'

const load = async () => (await import('./change-key-dialog.tsx')).ChangeKeyDialog
const ahead = createPreloadHandlers(load)

/** Panel that explains what a change of the checkpoint key means, with a button to change the key. */
export function CheckpointKeyPanel() {
  const [opened, setOpened] = useState(false)
  return (
    <Panel title={t`Checkpoint key`}>
      <p className={classes.text}>
        <Trans>
          This key signs the checkpoints that prove that the log was not changed. Change it if someone else may have it.
          Earlier checkpoints stay valid. New checkpoints are signed with both keys, so that people with the old key can
          switch to the new one.
        </Trans>
      </p>
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
        {...ahead}
      >
        <Trans>Change key</Trans>
      </Button>
      <LazyDialog load={load} props={{ opened, close: () => setOpened(false) }} />
    </Panel>
  )
}

const rules = validateBySchema(async () => (await import('#contract/audit/findings.ts')).FindingThresholds)

/** Form for the thresholds of findings. */
export function ThresholdsPanel() {
  // Loads the thresholds each time, so that the form starts with the latest values saved by any admin.
  const { data, error, isFetching, refetch } = useFindingThresholdsQuery(undefined, { refetchOnMountOrArgChange: true })
  const retry = () => void refetch()
  return (
    <Panel title={t`Thresholds of findings`}>
      <p className={classes.text}>
        <Trans>Events beyond these limits become findings for auditors. Changes apply to new events only.</Trans>
      </p>
      {data && !isFetching ? (
        <ThresholdsForm loaded={data.thresholds} />
      ) : error && !isFetching ? (
        <ErrorState message={failureText(error, t`The thresholds could not be loaded`)} retry={retry} />
      ) : (
        <Skeleton height={420} role="status" aria-label={t`Loading…`} />
      )}
    </Panel>
  )
}

function ThresholdsForm({ loaded }: { loaded: FindingThresholds }) {
  const { pending, failure, send } = useCommand('zones')
  const [setThresholds] = useSetFindingThresholdsMutation()
  const form = useForm<ThresholdDraft>({
    initialValues: draftOf(loaded),
    validate: (draft) => rules(thresholdsFromDraft(draft)),
    validateInputOnBlur: true,
  })

  const submit = form.onSubmit(
    async (draft) => {
      const body = thresholdsFromDraft(draft)
      try {
        const done = await send(body, (key) => setThresholds({ body, key }).unwrap())
        if (!done) return
        form.resetDirty(draft)
        toast('success', t`Thresholds saved`, t`They apply only to new events.`)
      } catch (error) {
        form.setErrors((error as Failure).errors ?? {})
      }
    },
    (errors) => {
      const [first] = Object.keys(errors)
      if (first) form.getInputNode(first)?.focus()
    },
  )

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {thresholdGroups().map(({ title, text, fields }) => (
        <fieldset key={title} className={classes.group}>
          <legend>{title}</legend>
          <p>{text}</p>
          <FieldGrid cols={3}>
            {Object.entries(fields).map(([name, label]) => (
              <NumberField key={name} label={label} size="md" min={0} {...form.getInputProps(name)} />
            ))}
          </FieldGrid>
        </fieldset>
      ))}
      <ChangeErrorAlert failure={failure} text={t`Failed to save the thresholds`} />
      <CommandButton
        type="submit"
        size="md"
        mih={48}
        className={classes.save}
        loading={pending}
        disabled={!form.isDirty()}
      >
        <Trans>Save thresholds</Trans>
      </CommandButton>
    </form>
  )
}
