/** Fields of the installation's names of city, currency and fuels. */
import { TextInput } from '@mantine/core'
import { FieldGrid } from '#web/components/field-grid.tsx'
import { Section } from './section.tsx'
import type { ConfigurationFields } from './use-saving.ts'

export function CityFields({ form }: { form: ConfigurationFields }) {
  const field = (name: string) => ({ size: 'sm', autoComplete: 'off', ...form.getInputProps(`city.${name}`) })
  return (
    <Section title="City" hint="Screens and messages use these words, its money and its clocks.">
      <FieldGrid cols={3}>
        <TextInput label="City" {...field('name')} />
        <TextInput label="Country" {...field('country')} />
        <TextInput label="Time zone" description="Such as Africa/Accra" {...field('timeZone')} />
        <TextInput label="Currency" description="Its three letters" {...field('currency.code')} />
        <TextInput label="Sign of the currency" {...field('currency.symbol')} />
        <span />
        <TextInput label="Name of diesel" {...field('fuels.diesel')} />
        <TextInput label="Name of petrol" {...field('fuels.petrol')} />
      </FieldGrid>
    </Section>
  )
}
