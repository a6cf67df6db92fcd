/** Agreement of people with the detector: corrections in the newest photos. */
import { IconPencilCheck } from '@tabler/icons-react'
import type { Agreement, ModelCard } from '#contract/views.ts'
import { amount, counted } from '#web/lib/format/numbers.ts'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { correctedOf, otherModelNote, rightOf } from './card-words.ts'
import { Facts } from './facts.tsx'
import { MaterialTable } from './material-table.tsx'
import classes from './model-card.module.css'

interface AgreementPanelProps {
  agreement: Agreement
  card: ModelCard | undefined
}

export function AgreementPanel({ agreement, card }: AgreementPanelProps) {
  const other = otherModelNote(card, agreement)
  return (
    <Panel title="Agreement with people">
      {other && <p className={classes.note}>{other}</p>}
      {agreement.corrected > 0 ? <Corrected agreement={agreement} /> : <NobodyYet {...agreement} />}
    </Panel>
  )
}

function NobodyYet({ analyses }: Pick<Agreement, 'analyses'>) {
  return (
    <EmptyState icon={IconPencilCheck} title="Nobody has corrected anything yet">
      {analyses === 0 ? 'The detector has not looked at a photo yet. ' : `${counted(analyses, 'photo')} analysed. `}
      As soon as a dispatcher corrects the boxes on a photo, how far people agree stands here.
    </EmptyState>
  )
}

function Corrected({ agreement }: { agreement: Agreement }) {
  const { boxes, byMaterial, pointsWrong } = agreement
  return (
    <>
      <p className={classes.text}>
        {correctedOf(agreement)} The figures are of these alone: nobody knows whether a photo that was left as it is was
        right, and what is corrected is more often wrong than others.
      </p>
      <Facts
        of={[
          ['Boxes left as material', `${boxes.right} of ${boxes.seen}`],
          ['Given another material', boxes.otherMaterial],
          ['Removed', boxes.removed],
          ['Added by people', boxes.added],
          ['Composition moved', pointsWrong === undefined ? 'Not known' : `${amount(pointsWrong)} points`],
        ]}
      />
      <MaterialTable
        label="Agreement by material"
        heads={['Boxes seen', 'Kept', 'Share']}
        cells={(material) => {
          const { seen, right } = byMaterial[material]
          return [seen, right, rightOf(right, seen)]
        }}
        total={[boxes.seen, boxes.right, rightOf(boxes.right, boxes.seen)]}
      />
    </>
  )
}
