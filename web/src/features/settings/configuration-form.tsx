/** Form of the configuration; shows another user's changes for review before a save. */
import { Stack, Tabs } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ConfigurationView } from '#contract/views.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { DialogFoot } from '#web/components/dialog-foot.tsx'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { useUnsaved } from '#web/hooks/unsaved.ts'
import { AutomationFields } from './automation-fields.tsx'
import { CityFields } from './city-fields.tsx'
import classes from './configuration.module.css'
import { byField, configurationOf, draftOf } from './configuration-draft.ts'
import { ConflictReview } from './conflict-review.tsx'
import { FigureFields } from './figure-fields.tsx'
import { type SectionName, sectionOf } from './section-names.ts'
import { SiteFields } from './site-fields.tsx'
import { useSaving } from './use-saving.ts'
import { ZoneFields } from './zone-fields.tsx'

const rules = checkedBy(async () => (await import('#contract/city/configuration.ts')).Configuration)

export interface ConfigurationFormProps {
  loaded: ConfigurationView
  /** True if the zone form beside it has unsaved input. */
  alsoUnsaved: boolean
  showSection(section: SectionName): void
  close(): void
  setBusy(busy: boolean): void
}

export function ConfigurationForm({ loaded, alsoUnsaved, showSection, close, setBusy }: ConfigurationFormProps) {
  const form = useForm({
    initialValues: draftOf(loaded),
    validate: async (draft) => byField(await rules(configurationOf(draft)), draft),
    validateInputOnBlur: true,
  })
  const { pending, failure, conflict, unsaved, save } = useSaving(loaded, form, setBusy)
  useUnsaved(unsaved || alsoUnsaved)
  const submit = form.onSubmit(
    async (draft) => {
      if (await save(draft)) close()
    },
    (errors) => {
      const first = Object.keys(errors)[0]
      if (!first) return
      showSection(sectionOf(first))
      // The section must be visible first.
      requestAnimationFrame(() => form.getInputNode(first)?.focus())
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        {conflict && <ConflictReview conflict={conflict} />}
        <Tabs.Panel value="customers" className={classes.panel}>
          <ZoneFields form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="sites" className={classes.panel}>
          <SiteFields form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="figures" className={classes.panel}>
          <Stack gap="lg">
            <FigureFields form={form} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="city" className={classes.panel}>
          <CityFields form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="automation" className={classes.panel}>
          <AutomationFields form={form} simulated={loaded.simulatedCity === true} />
        </Tabs.Panel>
        {!conflict && <ChangeFailure failure={failure} text="Failed to save configuration" />}
        <DialogFoot
          act={conflict ? 'Save again' : 'Save Configuration'}
          close={close}
          pending={pending}
          className={classes.foot}
        />
      </Stack>
    </form>
  )
}
