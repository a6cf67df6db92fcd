/** Accuracy of the detector on unseen photos, in total and by material. */
import type { ModelCard } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import { amount, counted } from '#web/format/numbers.ts'
import { intervalOf, rightOf, shareOf } from './card-words.ts'
import { Facts } from './facts.tsx'
import { MaterialTable } from './material-table.tsx'
import classes from './model-card.module.css'

export function FiguresPanel({ card: { figures } }: { card: ModelCard }) {
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
