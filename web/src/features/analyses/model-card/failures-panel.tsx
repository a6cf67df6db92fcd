/** Known failures: photos with the largest disagreement between detector and people. */
import { IconPhotoCheck } from '@tabler/icons-react'
import type { Disagreement } from '#contract/views.ts'
import { amount } from '#web/lib/format/numbers.ts'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { BoxesOnPhoto } from '../editor/box-editor.tsx'
import { materialCounts } from './card-words.ts'
import classes from './model-card.module.css'

export function FailuresPanel({ failures }: { failures: readonly Disagreement[] }) {
  return (
    <Panel title="Where people disagree most">
      {failures.length === 0 ? (
        <EmptyState icon={IconPhotoCheck} title="No photo in which people disagree">
          As soon as somebody corrects what the detector saw, the photos in which it was most wrong stand here.
        </EmptyState>
      ) : (
        <ul className={classes.failures} aria-label="Photos in which people disagree most">
          {failures.map((failure) => (
            <li key={failure.id}>
              <Failure of={failure} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Failure({ of: { picture_url: url, width, height, seen, corrected, pointsWrong } }: { of: Disagreement }) {
  const photo = { url, ratio: width / height }
  return (
    <>
      <p className={classes.note}>{amount(pointsWrong)} points of the composition were wrong</p>
      <div className={classes.sides}>
        <figure>
          <BoxesOnPhoto {...photo} boxes={seen} alt={`As the detector saw it: ${materialCounts(seen)}`} />
          <figcaption>Detector: {materialCounts(seen)}</figcaption>
        </figure>
        <figure>
          <BoxesOnPhoto {...photo} boxes={corrected} alt={`As people corrected it: ${materialCounts(corrected)}`} />
          <figcaption>People: {materialCounts(corrected)}</figcaption>
        </figure>
      </div>
    </>
  )
}
