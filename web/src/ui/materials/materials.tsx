/** Material shares of a waste composition: form fields, their total, and rows to display. */
import { t } from '@lingui/core/macro'
import { MATERIALS } from '#domain/city.ts'
import type { Composition } from '#domain/materials.ts'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { formatExactPercent, formatPercent, formatTonnesTenths, parseNumber } from '#web/lib/format/numbers.ts'
import type { FormFields } from '#web/lib/hooks/forms.ts'
import { FieldGrid, NumberField } from '#web/ui/fields.tsx'
import classes from './materials.module.css'
import { areSharesComplete, type MaterialShareFields, shareTotalOf, sortedSharesOf } from './shares.ts'

/** Percent fields, one for each material, with the material's colour. */
export function MaterialFields({ form }: { form: Pick<FormFields<MaterialShareFields>, 'getInputProps'> }) {
  return (
    <FieldGrid cols={4}>
      {MATERIALS.map((material) => (
        <NumberField
          key={material}
          label={
            <span className={classes.label}>
              <span className={classes.dot} style={{ background: materialColorOf(material) }} aria-hidden="true" />
              {materialLabelOf(material)} (%)
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

/** Returns a text about the total of the shares: above 100 %, exactly 100 %, or what is missing. */
export function describeShareTotal(shares: MaterialShareFields): string {
  const total = shareTotalOf(shares)
  if (total > 100) return t`Total percentage exceeds 100%`
  if (areSharesComplete(shares)) return t`The percentages add up to exactly 100 %.`
  return total === 100
    ? t`Each percentage must be from 0 to 100.`
    : t`${formatExactPercent(100 - total)} still to assign`
}

export function CompositionTotal({ shares }: { shares: MaterialShareFields }) {
  const total = shareTotalOf(shares)
  const state = total > 100 ? 'over' : areSharesComplete(shares) ? 'whole' : 'under'
  const scale = Math.max(100, total)
  return (
    <div className={classes.total} data-state={state}>
      <div className={classes.bar} aria-hidden="true">
        {MATERIALS.map((material) => (
          <span
            key={material}
            style={{
              width: `${(Math.max(0, parseNumber(shares[material]) || 0) / scale) * 100}%`,
              background: materialColorOf(material),
            }}
          />
        ))}
      </div>
      <p className={classes.sum} role="status">
        <b>{t`Total ${formatExactPercent(total)}`}</b>{' '}
        <span className={classes.verdict}>{describeShareTotal(shares)}</span>
      </p>
    </div>
  )
}

interface MaterialRowsProps {
  label: string
  composition: Composition
  /** Total weight of the composition, in tonnes. */
  tonnes: number
  /** True to show each material as a card. */
  cards?: boolean
}

/** Rows of a composition's materials, largest first, with bars and approximate tonnes. */
export function MaterialRows({ label, composition, tonnes, cards }: MaterialRowsProps) {
  return (
    <ul className={classes.rows} data-cards={cards || undefined} aria-label={label}>
      {sortedSharesOf(composition).map(({ material, share }) => (
        <li key={material} className={classes.row}>
          <span className={classes.name}>
            <span className={classes.rowDot} style={{ background: materialColorOf(material) }} aria-hidden="true" />
            {materialLabelOf(material)}
          </span>
          <b className={classes.share}>{formatPercent(share)}</b>
          <span className={classes.rowBar} aria-hidden="true">
            <span style={{ width: `${share}%`, background: materialColorOf(material) }} />
          </span>
          <span className={classes.tonnes}>{t`about ${formatTonnesTenths((tonnes * share) / 100)}`}</span>
        </li>
      ))}
    </ul>
  )
}
