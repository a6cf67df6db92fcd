/** Fields of a vehicle, two per row on wide screens. */
import { NativeSelect, TextInput } from '@mantine/core'
import { VEHICLE_TYPE_LABELS, VEHICLE_TYPES } from '#rules/city.ts'
import { FieldGrid } from '#web/components/field-grid.tsx'
import { NumberField } from '#web/components/number-field.tsx'
import { withUnit } from '#web/format/numbers.ts'
import type { FormFields } from '#web/hooks/checked-by.ts'
import type { VehicleDraft } from './vehicle-draft.ts'

const types = VEHICLE_TYPES.map((value) => ({ value, label: VEHICLE_TYPE_LABELS[value] }))
/** The hint is below the field, so that fields side by side align. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export interface VehicleFieldsProps {
  form: FormFields<VehicleDraft>
  /** An existing vehicle's id is fixed. */
  editing: boolean
}

export function VehicleFields({ form, editing }: VehicleFieldsProps) {
  const field = (name: keyof VehicleDraft) => ({ size: 'md', inputWrapperOrder: ORDER, ...form.getInputProps(name) })
  return (
    <FieldGrid>
      <TextInput
        label="Vehicle ID"
        placeholder="T004"
        autoComplete="off"
        disabled={editing}
        data-autofocus={!editing || undefined}
        {...field('id')}
      />
      <TextInput
        label="Registration Number"
        placeholder="GT-1234-26"
        autoComplete="off"
        data-autofocus={editing || undefined}
        {...field('registration_number')}
      />
      <NativeSelect label="Type" data={types} {...field('type')} />
      <NumberField
        label="Year"
        min={2000}
        max={new Date().getFullYear() + 1}
        step={1}
        inputMode="numeric"
        {...field('year')}
      />
      <TextInput label="Make" placeholder="Mercedes" autoComplete="off" {...field('make')} />
      <TextInput label="Model" placeholder="Atego" autoComplete="off" {...field('model')} />
      <NumberField
        label="Fuel Efficiency (km/L)"
        description={withUnit('Typical 3–6', 'km/L')}
        min={1}
        max={15}
        step={0.1}
        {...field('fuel_efficiency_kmpl')}
      />
      <NumberField
        label="Tank Capacity (liters)"
        description="50 to 500 liters"
        min={50}
        max={500}
        step={1}
        {...field('tank_capacity_liters')}
      />
      <NumberField label="Current Fuel Level (liters)" min={0} step={0.1} {...field('current_fuel_level')} />
      <TextInput label="Driver Name (optional)" autoComplete="off" {...field('driver_name')} />
      <TextInput label="Driver Contact (optional)" type="tel" autoComplete="off" {...field('driver_contact')} />
    </FieldGrid>
  )
}
