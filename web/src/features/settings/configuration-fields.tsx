/** Form fields of the configuration: automation, exceptions and sites. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isWaitingTimePaused, STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import { getStopExceptionLabels } from '#web/lib/format/bins.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/marks.tsx'
import { useKeyboardScrollable } from '#web/ui/page.tsx'
import classes from './configuration.module.css'
import { createSiteDraft, type SiteDraft, toggleStopException } from './configuration.ts'
import type { ConfigurationFormFields } from './save-configuration.tsx'

interface SectionProps {
  title: string
  hint?: string
  /** Content beside the section's title. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled group of fields of the configuration. */
export function ConfigurationSection({ title, hint, aside, children }: SectionProps) {
  return (
    <fieldset>
      <legend className={classes.legend}>{title}</legend>
      {(hint || aside) && (
        <div className={classes.head}>
          <p className={classes.hint}>{hint}</p>
          {aside}
        </div>
      )}
      {children}
    </fieldset>
  )
}

const MAX_UNSCROLLED = 12

/**
 * Lays out form fields side by side.
 * Scrolls if there are many fields.
 */
export function ScrollingFields({ count, cols = 2, children }: { count: number; cols?: 2 | 3; children: ReactNode }) {
  const scroller = useKeyboardScrollable<HTMLDivElement>()
  const grid = <FieldGrid cols={cols}>{children}</FieldGrid>
  if (count <= MAX_UNSCROLLED) return grid
  return (
    <div {...scroller} className={classes.many}>
      {grid}
    </div>
  )
}

/**
 * Form fields of the settings for automation.
 * `simulated` shows the switch for the simulated city.
 */
export function AutomationFields({ form, simulated }: { form: ConfigurationFormFields; simulated: boolean }) {
  return (
    <ConfigurationSection title={t`Automation`}>
      <Switch
        className={classes.apart!}
        label={t`Automatic dispatch`}
        description={t`Schedules a collection automatically when a zone reaches its threshold.`}
        {...form.getInputProps('automaticDispatch', { type: 'checkbox' })}
      />
      <NativeSelect
        className={classes.apart!}
        label={t`Reports from accounts with an unconfirmed email`}
        description={t`These reports are always marked on the board.`}
        size="md"
        maw={480}
        data={[
          { value: 'automatic', label: t`Count only if there is no mail server` },
          { value: 'count', label: t`Always count` },
          { value: 'wait', label: t`Count after confirmation` },
        ]}
        {...form.getInputProps('unconfirmedReports')}
      />
      {simulated && (
        <Switch
          className={classes.apart!}
          label={
            <span className={classes.marked}>
              <Trans>Simulated activity</Trans>{' '}
              <Badge tone="simulated">
                <Trans>Not real</Trans>
              </Badge>
            </span>
          }
          description={t`Runs the demo’s simulated city. Its residents, reports and collections are not real.`}
          {...form.getInputProps('simulatedActivity', { type: 'checkbox' })}
        />
      )}
      <NumberField
        label={t`Shift composition dates by (hours)`}
        description={t`For dates on the recycler’s screens`}
        size="md"
        min={-24}
        max={24}
        step={1}
        maw={320}
        {...form.getInputProps('compositionDateShiftHours')}
      />
    </ConfigurationSection>
  )
}

/** Form field for the exceptions offered to drivers at stops. */
export function StopExceptionFields({ form }: { form: ConfigurationFormFields }) {
  const { stop_exceptions: used } = form.getValues()
  const { error } = form.getInputProps('stop_exceptions')
  const labels = getStopExceptionLabels()
  return (
    <ConfigurationSection
      title={t`Reasons for not collecting`}
      hint={t`Drivers choose one of these reasons when they could not collect a bin.`}
    >
      <FieldGrid>
        {STOP_EXCEPTIONS.map((exception) => (
          <Checkbox
            key={exception}
            label={labels[exception]}
            description={
              isWaitingTimePaused(exception) ? t`The waiting time pauses until the bin is out again.` : undefined
            }
            checked={used?.includes(exception) ?? true}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue('stop_exceptions', toggleStopException(used, exception, checked))
            }
          />
        ))}
      </FieldGrid>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </ConfigurationSection>
  )
}

/** Form fields of dumping sites, with distances to each zone. */
export function SiteFields({ form }: { form: ConfigurationFormFields }) {
  const sites = form.getValues().dumping_sites
  return (
    <ConfigurationSection
      title={t`Dumping sites`}
      hint={t`One-way distances in km.`}
      aside={
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() =>
            form.insertListItem('dumping_sites', createSiteDraft(sites, Object.keys(form.getValues().customers)))
          }
        >
          <Trans>Add Site</Trans>
        </Button>
      }
    >
      <ul className={classes.sites}>
        {sites.map((site, index) => (
          <li key={site.key} className={classes.site}>
            <OneSite form={form} site={site} index={index} only={sites.length === 1} />
          </li>
        ))}
      </ul>
    </ConfigurationSection>
  )
}

interface OneSiteProps {
  form: ConfigurationFormFields
  site: SiteDraft
  index: number
  /** True for the only site, which cannot be removed. */
  only: boolean
}

function OneSite({ form, site, index, only }: OneSiteProps) {
  const field = (name: string) => ({ size: 'sm', ...form.getInputProps(`dumping_sites.${index}.${name}`) })
  const name = site.name || site.id
  const zones = Object.keys(site.distances)
  return (
    <fieldset>
      <legend className={classes.siteName}>{name}</legend>
      <FieldGrid cols={3}>
        <TextInput label={t`Site ID`} autoComplete="off" disabled={!site.added} {...field('id')} />
        <TextInput label={t`Name`} autoComplete="off" {...field('name')} />
        <TextInput label={t`Location`} autoComplete="off" {...field('location')} />
        <NumberField label={t`Latitude`} step={0.000001} min={-90} max={90} {...field('coordinates.lat')} />
        <NumberField label={t`Longitude`} step={0.000001} min={-180} max={180} {...field('coordinates.lng')} />
        {!only && (
          <Button
            variant="subtle"
            color="statusCritical"
            size="sm"
            className={classes.remove!}
            aria-label={accessibleActionNameOf(t`Remove`, name)}
            onClick={() => form.removeListItem('dumping_sites', index)}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </FieldGrid>
      <ScrollingFields cols={3} count={zones.length}>
        {zones.map((zone) => (
          <NumberField key={zone} label={t`From ${zone} (km)`} min={0} step={0.1} {...field(`distances.${zone}`)} />
        ))}
      </ScrollingFields>
    </fieldset>
  )
}
