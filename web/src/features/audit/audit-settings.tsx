/** Audit settings for admins: finding thresholds and checkpoint key. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { FindingThresholds } from '#contract/audit/findings.ts'
import { api, failureTextOf, type RequestFailure, wholeForm } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { parseNumber } from '#web/lib/format/numbers.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import { createPreloadHandlers, LazyDialog, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import classes from './audit.module.css'

const { useFindingThresholdsQuery, useSetFindingThresholdsMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    findingThresholds: build.query(defineQuery('findingThresholds')),
    setFindingThresholds: build.mutation(defineCommand('setFindingThresholds')),
  }),
})

const thresholdRules = validateBySchema(async () => (await import('#contract/audit/findings.ts')).FindingThresholds)

/** Form for the thresholds of findings. */
export function ThresholdsPanel() {
  // Loads the thresholds each time, because any admin may have changed them.
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
        <ErrorState message={failureTextOf(error, t`The thresholds could not be loaded`)} retry={retry} />
      ) : (
        <Skeleton height={420} role="status" aria-label={t`Loading…`} />
      )}
    </Panel>
  )
}

function ThresholdsForm({ loaded }: { loaded: FindingThresholds }) {
  const { pending, failure, send } = useCommand('zones', wholeForm)
  const [setThresholds] = useSetFindingThresholdsMutation()
  const form = useForm<ThresholdDraft>({
    initialValues: thresholdsDraftOf(loaded),
    validate: (draft) => thresholdRules(toThresholds(draft)),
    validateInputOnBlur: true,
  })

  const submit = form.onSubmit(
    async (draft) => {
      const body = toThresholds(draft)
      try {
        const done = await send(body, (key) => setThresholds({ body, key }).unwrap())
        if (!done) return
        form.resetDirty(draft)
        showToast('success', t`Thresholds saved`, t`They apply only to new events.`)
      } catch (error) {
        form.setErrors((error as RequestFailure).errors ?? {})
      }
    },
    (errors) => {
      const [first] = Object.keys(errors)
      if (first) form.getInputNode(first)?.focus()
    },
  )

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {getThresholdGroups().map(({ title, text, fields }) => (
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

type ThresholdName = keyof FindingThresholds
type ThresholdDraft = Record<ThresholdName, string>

interface ThresholdGroup {
  title: string
  /** Says when the rule raises a finding. */
  text: string
  fields: Partial<Record<ThresholdName, string>>
}

/** Returns the form fields for the thresholds, grouped by rule. */
export const getThresholdGroups = (): readonly ThresholdGroup[] => [
  {
    title: t`Collected too soon`,
    text: t`A report is marked as collected within this time after the resident sent it.`,
    fields: { collectedAtOnceSeconds: t`Seconds` },
  },
  {
    title: t`Collected without a truck`,
    text: t`One person marks this many reports of a zone as collected in a day, but no truck was in the zone for this many hours.`,
    fields: { withoutTruckReports: t`Reports marked per day`, withoutTruckHours: t`Hours since the last truck` },
  },
  {
    title: t`Collected at night`,
    text: t`In one night, one person marks this many reports of a zone as collected. To switch this rule off, set both hours to the same value.`,
    fields: {
      outOfHoursReports: t`Reports marked per night`,
      outOfHoursFrom: t`Night begins (hour)`,
      outOfHoursTo: t`Night ends (hour)`,
    },
  },
  {
    title: t`Weight far from the estimate`,
    text: t`The weight is far above or below its estimate (300 means three times as much, or a third), or more than the truck holds.`,
    fields: { weightPercent: t`Percent`, weightPerCubicMetre: t`Truck holds at most (kg per m³)` },
  },
  {
    title: t`Composition typed without a photo`,
    text: t`One person types in the composition of a site this many times in a row, without a photo.`,
    fields: { typedInARow: t`Times in a row` },
  },
  {
    title: t`More fuel than the tank holds`,
    text: t`The logged fuel is more than the tank holds, by over this many litres.`,
    fields: { fuelTolerance: t`Litres` },
  },
  {
    title: t`Setting changed and changed back`,
    text: t`A setting is changed and changed back within this time.`,
    fields: { backAndForthHours: t`Hours` },
  },
  {
    title: t`Collected without proof`,
    text: t`A driver collects a bin, but sends no photo and no location of the phone within this time.`,
    fields: { proofMinutes: t`Minutes` },
  },
  {
    title: t`Phone far from the bin`,
    text: t`When the driver recorded the stop, the phone was farther away than this.`,
    fields: { proofMetres: t`Metres` },
  },
]

/** Returns the form's initial texts for the thresholds. */
export const thresholdsDraftOf = (thresholds: FindingThresholds) =>
  Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, String(value)])) as ThresholdDraft

/**
 * Converts the input of the thresholds form to a request body.
 * Empty fields become undefined; the request schema reports them as errors.
 */
export const toThresholds = (draft: ThresholdDraft) =>
  Object.fromEntries(Object.entries(draft).map(([name, text]) => [name, parseNumber(text)])) as FindingThresholds

const loadChangeKeyDialog = async () => (await import('./reason-dialogs.tsx')).ChangeKeyDialog
const preloadChangeKeyDialog = createPreloadHandlers(loadChangeKeyDialog)

/** Panel that explains why to change the key that signs checkpoints, with a button to change it. */
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
        {...preloadChangeKeyDialog}
      >
        <Trans>Change key</Trans>
      </Button>
      <LazyDialog load={loadChangeKeyDialog} props={{ opened, close: () => setOpened(false) }} />
    </Panel>
  )
}
