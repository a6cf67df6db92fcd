/** One field per material, with the material's fixed colour. */
import { MATERIALS } from '#rules/city.ts'
import { FieldGrid } from '#web/components/field-grid.tsx'
import { NumberField } from '#web/components/number-field.tsx'
import { materialColor, materialLabel } from '#web/format/materials.ts'
import type { FormFields } from '#web/hooks/checked-by.ts'
import classes from './materials.module.css'
import type { Shares } from './shares.ts'

export function MaterialFields({ form }: { form: Pick<FormFields<Shares>, 'getInputProps'> }) {
  return (
    <FieldGrid cols={4}>
      {MATERIALS.map((material) => (
        <NumberField
          key={material}
          label={
            <span className={classes.label}>
              <span className={classes.dot} style={{ background: materialColor(material) }} aria-hidden="true" />
              {materialLabel(material)} (%)
            </span>
          }
          size="md"
          placeholder="0"
          min={0}
          max={100}
          step={1}
          {...form.getInputProps(material)}
        />
      ))}
    </FieldGrid>
  )
}
