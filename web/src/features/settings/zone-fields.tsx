/** Customers per zone, with two presets. */
import { Button, Group } from '@mantine/core'
import { NumberField } from '#web/components/number-field.tsx'
import { numberIn } from '#web/format/numbers.ts'
import { PRESETS } from './configuration-draft.ts'
import { FewOrMany } from './few-or-many.tsx'
import { Section } from './section.tsx'
import type { ConfigurationFields } from './use-saving.ts'

export function ZoneFields({ form }: { form: ConfigurationFields }) {
  const { customers: typed } = form.getValues()
  const zones = Object.keys(typed)
  // Presets apply only to a city with their zones.
  const presets = PRESETS.filter(({ customers }) => Object.keys(customers).every((zone) => Object.hasOwn(typed, zone)))
  return (
    <Section
      title="Customers per zone"
      hint="So many reports make a zone ready for dispatch."
      aside={
        <Group gap="xs">
          {presets.map(({ label, customers }) => (
            <Button
              key={label}
              variant="default"
              size="sm"
              mih={44}
              onClick={() => form.setFieldValue('customers', { ...form.getValues().customers, ...customers })}
            >
              {label}
            </Button>
          ))}
        </Group>
      }
    >
      <FewOrMany count={zones.length}>
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
                // Specification, section 5: at least 1, and it falls back to 1.
                if (!((numberIn(event.currentTarget.value) ?? 0) >= 1)) form.setFieldValue(`customers.${zone}`, '1')
                else field.onBlur?.(event)
              }}
            />
          )
        })}
      </FewOrMany>
    </Section>
  )
}
