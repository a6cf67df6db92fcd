/** Fields of automation and the composition date shift. */
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NativeSelect, Switch } from '@mantine/core'
import { NumberField } from '#web/ui/fields.tsx'
import { Badge } from '#web/ui/marks.tsx'
import classes from './configuration.module.css'
import { Section } from './section.tsx'
import type { ConfigurationFields } from './use-save-configuration.ts'

/** `simulated` means that the simulated city can be switched. */
export function AutomationFields({ form, simulated }: { form: ConfigurationFields; simulated: boolean }) {
  return (
    <Section title="Automation">
      <Switch
        className={classes.apart!}
        label="Automatic dispatch"
        description="Schedules a zone’s collection by itself once it reaches its threshold."
        {...form.getInputProps('automaticDispatch', { type: 'checkbox' })}
      />
      <NativeSelect
        className={classes.apart!}
        label="Reports of accounts whose email is not confirmed"
        description="They are marked on the board either way."
        size="md"
        maw={480}
        data={[
          { value: 'automatic', label: 'Count while there is no mail server' },
          { value: 'count', label: 'Always count' },
          { value: 'wait', label: 'Count once confirmed' },
        ]}
        {...form.getInputProps('unconfirmedReports')}
      />
      {simulated && (
        <Switch
          className={classes.apart!}
          label={
            <span className={classes.marked}>
              Simulated activity <Badge tone="simulated">Not real</Badge>
            </span>
          }
          description="Lets the demo’s simulated city go on living: its residents, reports and collections are made up."
          {...form.getInputProps('simulatedActivity', { type: 'checkbox' })}
        />
      )}
      <NumberField
        label="Composition dates are shifted by (hours)"
        description="Before they are written on the recycler’s screens"
        size="md"
        min={-24}
        max={24}
        step={1}
        maw={320}
        {...form.getInputProps('compositionDateShiftHours')}
      />
    </Section>
  )
}
