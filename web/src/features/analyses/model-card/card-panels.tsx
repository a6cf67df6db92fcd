/** Model card of the detector: figures, training data and known weaknesses. */
import { IconFileUnknown } from '@tabler/icons-react'
import type { ModelCard } from '#contract/views.ts'
import { amount, counted } from '#web/lib/format/numbers.ts'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { intervalOf, rightOf, shareOf } from './card-words.ts'
import { Facts } from './facts.tsx'
import { MaterialTable } from './material-table.tsx'
import classes from './model-card.module.css'

export function CardPanels({ card }: { card: ModelCard | undefined }) {
  if (!card)
    return (
      <Panel title="Training and tests">
        <EmptyState icon={IconFileUnknown} title="This server has no card of its detector">
          What it learned from and how it was tested could not be read. Whoever runs this server finds the reason in its
          log.
        </EmptyState>
      </Panel>
    )
  return (
    <>
      <FiguresPanel card={card} />
      <div className={classes.pair}>
        <Sentences title="Known failures" of={card.failures} />
        <Sentences title="What has no evidence" of={card.noEvidence} />
      </div>
      <TrainedOn card={card} />
    </>
  )
}

function Sentences({ title, of }: { title: string; of: readonly string[] }) {
  return (
    <Panel title={title}>
      <ul className={classes.sentences}>
        {of.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Panel>
  )
}

function TrainedOn({ card: { summary, model, version, trainedOn } }: { card: ModelCard }) {
  return (
    <Panel title="Trained on" aside={<span className={classes.note}>{`${model} ${version}`}</span>}>
      <p className={classes.text}>{summary}</p>
      <ul className={classes.sentences}>
        {trainedOn.map(({ what, licence, by }) => (
          <li key={what}>
            {what}
            <span className={classes.source}>
              {by} · {licence}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Accuracy of the detector on unseen photos, in total and by material. */
function FiguresPanel({ card: { figures } }: { card: ModelCard }) {
  const { photos, boxes, folds, by_material, material_accuracy: material, trashnet } = figures
  const right = Object.values(by_material).reduce((sum, of) => sum + of.right, 0)
  return (
    <Panel title="Tested on">
      <p className={classes.text}>
        {counted(photos, 'litter photo')} with {boxes} boxes drawn by people, in {folds} parts: each part was looked at
        by a detector that had learned from the others. And {counted(trashnet.photos, 'studio photo')} that TrashNet
        keeps for tests.
      </p>
      <Facts
        of={[
          ['Boxes found (AP50, any material)', shareOf(figures.ap50)],
          ['Material right, looked at as in use', shareOf(material.as_looked_at)],
          ['Material right in a studio', shareOf(trashnet.material_accuracy)],
          ['Composition wrong by', `${amount(figures.composition_error)} points`],
          ['Always the usual mix: wrong by', `${amount(figures.baseline_mix)} points`],
          ['Always the commonest: wrong by', `${amount(figures.baseline_commonest)} points`],
        ]}
      />
      <MaterialTable
        label="Material by true box"
        heads={['True boxes', 'Right', 'Share', '95 % interval']}
        cells={(name) => {
          const { boxes: seen, right, interval } = by_material[name]
          return seen === 0 ? [0, '–', '–', 'None'] : [seen, right, rightOf(right, seen), intervalOf(interval)]
        }}
        total={[boxes, right, shareOf(material.both), '']}
      />
      <p className={classes.note}>
        In the table every true box was looked at closely; in use only the one or two that count most are.
      </p>
    </Panel>
  )
}
