/**
 * Form of the configuration.
 * If another user has saved changes meanwhile, it shows these changes before it saves.
 */
import { t } from '@lingui/core/macro'
import { Button, Group, Stack, Tabs, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ConfigurationView } from '#contract/views.ts'
import { parseNumber } from '#web/lib/format/numbers.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { useUnsavedChanges, validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert, DialogFooter } from '#web/ui/dialog.tsx'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import classes from './configuration.module.css'
import {
  type ConfigurationSectionName,
  configurationDraftOf,
  getCustomerPresets,
  sectionOfPath,
  setDieselPrice,
  toConfiguration,
  toFieldErrors,
} from './configuration.ts'
import {
  AutomationFields,
  ConfigurationSection,
  ScrollingFields,
  SiteFields,
  StopExceptionFields,
} from './configuration-fields.tsx'
import { type ConfigurationFormFields, ConflictReview, useSaveConfiguration } from './save-configuration.tsx'

const rules = validateBySchema(async () => (await import('#contract/settings/configuration.ts')).Configuration)

export interface ConfigurationFormProps {
  loaded: ConfigurationView
  /** True if the zone form, which is in the same dialog, has unsaved input. */
  alsoUnsaved: boolean
  showSection(section: ConfigurationSectionName): void
  close(): void
  setBusy(busy: boolean): void
}

export function ConfigurationForm({ loaded, alsoUnsaved, showSection, close, setBusy }: ConfigurationFormProps) {
  const form = useForm({
    initialValues: configurationDraftOf(loaded),
    validate: async (draft) => toFieldErrors(await rules(toConfiguration(draft)), draft),
    validateInputOnBlur: true,
  })
  const { pending, failure, conflict, unsaved, save } = useSaveConfiguration(loaded, form, setBusy)
  useUnsavedChanges(unsaved || alsoUnsaved)
  const submit = form.onSubmit(
    async (draft) => {
      if (await save(draft)) close()
    },
    (errors) => {
      const first = Object.keys(errors)[0]
      if (!first) return
      showSection(sectionOfPath(first))
      // Waits a frame, because only visible fields can get the focus.
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
        <Tabs.Panel value="drivers" className={classes.panel}>
          <StopExceptionFields form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="automation" className={classes.panel}>
          <AutomationFields form={form} simulated={loaded.simulatedCity === true} />
        </Tabs.Panel>
        {!conflict && <ChangeErrorAlert failure={failure} text={t`Failed to save configuration`} />}
        <DialogFooter
          act={conflict ? t`Save again` : t`Save Configuration`}
          close={close}
          pending={pending}
          className={classes.foot}
        />
      </Stack>
    </form>
  )
}

/** Form fields for the city's name, currency and fuels. */
function CityFields({ form }: { form: ConfigurationFormFields }) {
  const field = (name: string) => ({ size: 'sm', autoComplete: 'off', ...form.getInputProps(`city.${name}`) })
  return (
    <ConfigurationSection title={t`City`} hint={t`Names, currency and time zone on screens and in messages.`}>
      <FieldGrid cols={3}>
        <TextInput label={t`City`} {...field('name')} />
        <TextInput label={t`Country`} {...field('country')} />
        <TextInput label={t`Time zone`} description={t`Such as Africa/Accra`} {...field('timeZone')} />
        <TextInput label={t`Currency`} description={t`Three letters`} {...field('currency.code')} />
        <TextInput label={t`Currency symbol`} {...field('currency.symbol')} />
        <span />
        <TextInput label={t`Name of diesel`} {...field('fuels.diesel')} />
        <TextInput label={t`Name of petrol`} {...field('fuels.petrol')} />
      </FieldGrid>
    </ConfigurationSection>
  )
}

/** Form fields for fuel prices and collection thresholds. */
function FigureFields({ form }: { form: ConfigurationFormFields }) {
  const { fuels, currency } = useCitySettings()
  return (
    <>
      <ConfigurationSection
        title={t`Fuel prices`}
        hint={t`Until you change it, ${{ petrol: fuels.petrol }} costs 2.50 more than ${{ diesel: fuels.diesel }}.`}
      >
        <FieldGrid>
          <NumberField
            label={t`${{ fuel: fuels.diesel }} (${{ currency: currency.symbol }} per liter)`}
            size="md"
            min={0}
            step={0.01}
            {...form.getInputProps('fuel_prices.diesel')}
            onChange={(event) =>
              form.setFieldValue('fuel_prices', setDieselPrice(form.getValues().fuel_prices, event.currentTarget.value))
            }
          />
          <NumberField
            label={t`${{ fuel: fuels.petrol }} (${{ currency: currency.symbol }} per liter)`}
            size="md"
            min={0}
            step={0.01}
            {...form.getInputProps('fuel_prices.petrol')}
          />
        </FieldGrid>
      </ConfigurationSection>
      <ConfigurationSection
        title={t`Thresholds`}
        hint={t`When a collection is recommended and dispatchers are alerted.`}
      >
        <FieldGrid>
          <NumberField
            label={t`Percent of a zone’s customers`}
            size="md"
            min={1}
            max={100}
            step={1}
            {...form.getInputProps('thresholds.recommendPercent')}
          />
          <NumberField
            label={t`In zones up to this size, all customers must report`}
            size="md"
            min={0}
            step={1}
            {...form.getInputProps('thresholds.smallZone')}
          />
        </FieldGrid>
      </ConfigurationSection>
    </>
  )
}

/** Form fields for customers per zone, with two buttons for preset numbers. */
function ZoneFields({ form }: { form: ConfigurationFormFields }) {
  const { customers: typed } = form.getValues()
  const zones = Object.keys(typed)
  // Offers preset numbers of customers only if the city has all zones of the preset.
  const presets = getCustomerPresets().filter(({ customers }) =>
    Object.keys(customers).every((zone) => Object.hasOwn(typed, zone)),
  )
  return (
    <ConfigurationSection
      title={t`Customers per zone`}
      hint={t`A zone is ready for dispatch when all its customers have reported.`}
      aside={
        <Group gap="xs">
          {presets.map(({ label, customers }) => (
            <Button
              key={label}
              variant="default"
              size="sm"
              onClick={() => form.setFieldValue('customers', { ...form.getValues().customers, ...customers })}
            >
              {label}
            </Button>
          ))}
        </Group>
      }
    >
      <ScrollingFields count={zones.length}>
        {zones.map((zone) => {
          const field = form.getInputProps(`customers.${zone}`)
          return (
            <NumberField
              key={zone}
              label={zone}
              size="md"
              min={1}
              step={1}
              inputMode="numeric"
              {...field}
              onBlur={(event) => {
                // Section 5 of the product's specification requires that an invalid number of customers becomes 1.
                if (!((parseNumber(event.currentTarget.value) ?? 0) >= 1)) form.setFieldValue(`customers.${zone}`, '1')
                else field.onBlur?.(event)
              }}
            />
          )
        })}
      </ScrollingFields>
    </ConfigurationSection>
  )
}
