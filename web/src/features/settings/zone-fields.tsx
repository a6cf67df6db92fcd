/** How many customers each zone has; two presets set them at once. */
import { Button, Group } from '@mantine/core'
import { ZONES } from '#rules/city.ts'
import { FieldGrid } from '#web/components/field-grid.tsx'
import { NumberField } from '#web/components/number-field.tsx'
import { numberIn } from '#web/format/numbers.ts'
import { PRESETS } from './configuration-draft.ts'
import { Section } from './section.tsx'
import type { ConfigurationFields } from './use-saving.ts'

export function ZoneFields({ form }: { form: ConfigurationFields }) {
  return (
    <Section
      title="Customers per zone"
      hint="So many reports make a zone ready for dispatch."
      aside={
        <Group gap="xs">
          {PRESETS.map(({ label, customers }) => (
            <Button
              key={label}
              variant="default"
              size="sm"
              mih={44}
              onClick={() => form.setFieldValue('customers', customers)}
            >
              {label}
            </Button>
          ))}
        </Group>
      }
    >
      <FieldGrid>
        {ZONES.map((zone) => {
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
      </FieldGrid>
    </Section>
  )
}
