/** One field per material, with the material's fixed colour. */
import { MATERIALS } from '#domain/city.ts'
import { materialColor, materialLabel } from '#web/lib/format/materials.ts'
import type { FormFields } from '#web/lib/hooks/schema-validation.ts'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
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
