/** Fields of fuel prices and collection thresholds. */

import { FieldGrid } from '#web/components/field-grid.tsx'
import { NumberField } from '#web/components/number-field.tsx'
import { useCityWords } from '#web/format/city-words.ts'
import { withDiesel } from './configuration-draft.ts'
import { Section } from './section.tsx'
import type { ConfigurationFields } from './use-saving.ts'

export function FigureFields({ form }: { form: ConfigurationFields }) {
  const { fuels, currency } = useCityWords()
  return (
    <>
      <Section
        title="Fuel prices"
        hint={`${fuels.petrol} follows ${fuels.diesel.toLowerCase()} by 2.50 until you set it apart.`}
      >
        <FieldGrid>
          <NumberField
            label={`${fuels.diesel} (${currency.symbol} per liter)`}
            size="md"
            min={0}
            step={0.01}
            {...form.getInputProps('fuel_prices.diesel')}
            onChange={(event) =>
              form.setFieldValue('fuel_prices', withDiesel(form.getValues().fuel_prices, event.currentTarget.value))
            }
          />
          <NumberField
            label={`${fuels.petrol} (${currency.symbol} per liter)`}
            size="md"
            min={0}
            step={0.01}
            {...form.getInputProps('fuel_prices.petrol')}
          />
        </FieldGrid>
      </Section>
      <Section title="Thresholds" hint="At so many reports a collection is recommended, and dispatchers are alerted.">
        <FieldGrid>
          <NumberField
            label="Percent of a zone’s customers"
            size="md"
            min={1}
            max={100}
            step={1}
            {...form.getInputProps('thresholds.recommendPercent')}
          />
          <NumberField
            label="All customers, in zones of up to"
            size="md"
            min={0}
            step={1}
            {...form.getInputProps('thresholds.smallZone')}
          />
        </FieldGrid>
      </Section>
    </>
  )
}
