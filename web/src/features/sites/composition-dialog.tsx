/** Dialog Update Waste Composition, for typing a site's composition. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NativeSelect, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { Site } from '#contract/views.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { useUnsavedChanges, validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import { CompositionTotal, MaterialFields } from '#web/ui/materials/materials.tsx'
import {
  areSharesComplete,
  EMPTY_SHARE_FIELDS,
  type MaterialShareFields,
  materialSharesOf,
  scaleTo100,
  shareTotalOf,
} from '#web/ui/materials/shares.ts'
import type { DialogState } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useSiteUpdate } from './calls.ts'
import classes from './sites.module.css'
import { compositionDraftOf, describeSitesFailure, toCompositionBody } from './sites.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).UpdateCompositionBody)

interface CompositionFormProps {
  site: Site
  sites: readonly Site[]
  close(): void
  setBusy(busy: boolean): void
}

function CompositionForm({ site, sites, close, setBusy }: CompositionFormProps) {
  const { pending, failure, save } = useSiteUpdate({ site, close, setBusy })
  const form = useForm({
    initialValues: compositionDraftOf(site),
    validate: (values) => rules(toCompositionBody(values)),
    validateInputOnBlur: true,
  })
  useUnsavedChanges(form.isDirty())
  const values = form.getValues()

  const submit = form.onSubmit((draft) => save(toCompositionBody(draft), form.setErrors))

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Presets
          site={site}
          sites={sites}
          shares={values}
          choose={(shares: MaterialShareFields) => form.setValues(shares)}
        />
        <MaterialFields form={form} />
        <CompositionTotal shares={values} />
        <FieldGrid>
          <NumberField
            label={t`Current capacity (tons)`}
            size="md"
            min={0}
            step={0.01}
            {...form.getInputProps('currentCapacity')}
          />
          <NumberField
            label={t`Weight of the load (kg, optional)`}
            size="md"
            min={0}
            step={0.1}
            {...form.getInputProps('weight')}
          />
        </FieldGrid>
        <ChangeErrorAlert failure={failure} text={t`Failed to update waste composition`} />
        <DialogFooter
          act={t`Update Composition`}
          close={close}
          pending={pending}
          disabled={!areSharesComplete(values)}
        />
      </Stack>
    </form>
  )
}

interface PresetsProps {
  site: Site
  sites: readonly Site[]
  shares: MaterialShareFields
  choose(shares: MaterialShareFields): void
}

function Presets({ site, sites, shares, choose }: PresetsProps) {
  const others = sites.filter(({ id }) => id !== site.id).slice(0, 2)
  return (
    <fieldset className={classes.presets}>
      <legend className={classes.legend}>
        <Trans>Presets</Trans>
      </legend>
      <Preset choose={() => choose(materialSharesOf(site))}>
        <Trans>Current composition</Trans>
      </Preset>
      {others.map((other) => (
        <Preset key={other.id} choose={() => choose(materialSharesOf(other))}>
          {t`Same as ${{ site: other.name }}`}
        </Preset>
      ))}
      <Preset
        choose={() => choose(scaleTo100(shares))}
        disabled={areSharesComplete(shares) || shareTotalOf(shares) <= 0}
      >
        <Trans>Scale to 100%</Trans>
      </Preset>
      <Preset choose={() => choose(EMPTY_SHARE_FIELDS)}>
        <Trans>Clear</Trans>
      </Preset>
    </fieldset>
  )
}

function Preset({ choose, disabled, children }: { choose(): void; disabled?: boolean; children: ReactNode }) {
  return (
    <Button variant="default" size="xs" mih={44} disabled={disabled} onClick={choose}>
      {children}
    </Button>
  )
}

export interface CompositionDialogProps extends DialogState {
  /** Site that the dialog selects at first. */
  siteId?: string | undefined
}

export function CompositionDialog({ siteId, opened, close }: CompositionDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Update Waste Composition`} size="lg" opened={opened} close={close} busy={busy}>
      <Content first={siteId} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface ContentProps {
  first: string | undefined
  close(): void
  setBusy(busy: boolean): void
}

function Content({ first, close, setBusy }: ContentProps) {
  const { rows: sites, status, error, retry } = useRoom('sites')
  const [chosen, setChosen] = useState(first ?? '')
  const site = sites.find(({ id }) => id === chosen)
  if (status === 'error') {
    return <ErrorState message={describeSitesFailure(error)} retry={retry} />
  }
  return (
    <Stack gap="md">
      <NativeSelect
        label={t`Dumping site`}
        size="md"
        data={[
          { value: '', label: t`Please select a dumping site` },
          ...sites.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data-autofocus
      />
      {site && <CompositionForm key={site.id} site={site} sites={sites} close={close} setBusy={setBusy} />}
    </Stack>
  )
}
