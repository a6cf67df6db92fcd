/** Findings of a photo: each material's share by estimated weight, and the weight range. */
import { Text } from '@mantine/core'
import type { Analysis } from '#contract/views.ts'
import { materialColor, materialLabel } from '#web/lib/format/names.ts'
import { percent } from '#web/lib/format/numbers.ts'
import { SourceMark } from '#web/ui/marks.tsx'
import { sharesIn } from '#web/ui/materials/shares.ts'
import classes from './analyses.module.css'
import { weightWords } from './analysis-words.ts'

export function AnalysisFindings({
  found: { composition, weight },
}: {
  found: Pick<Analysis, 'composition' | 'weight'>
}) {
  if (!composition)
    return (
      <Text role="status">
        Nothing was found in this photo, so it does not say what lies there. Add boxes, or take another photo.
      </Text>
    )
  return (
    <div>
      <ul className={classes.parts} aria-label="Composition by estimated weight">
        {sharesIn(composition).map(({ material, share }) => (
          <li key={material}>
            <span className={classes.name}>{materialLabel(material)}</span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${share}%`, background: materialColor(material) }} />
            </span>
            <span className={classes.amount}>{percent(share)}</span>
          </li>
        ))}
      </ul>
      {weight && (
        <p className={classes.weight}>
          <SourceMark source="estimated" /> What is to be seen weighs {weightWords(weight)}, by its size and usual
          densities.
        </p>
      )}
    </div>
  )
}
