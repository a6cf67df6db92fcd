/** Model card of the detector: figures, training data and known weaknesses. */

import { IconFileUnknown, IconPencilCheck, IconPhotoCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Agreement, Disagreement, ModelCard } from '#contract/views.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { materialColor, materialLabel } from '#web/lib/format/names.ts'
import { amount, counted, figure } from '#web/lib/format/numbers.ts'
import { useScroller } from '#web/lib/hooks/scroller.ts'
import table from '#web/ui/figure-table.module.css'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { BoxesOnPhoto } from '../editor/box-editor.tsx'
import classes from './model-card.module.css'
import { correctedOf, intervalOf, materialCounts, otherModelNote, rightOf, shareOf } from './model-figures.ts'

/** Labelled figures, side by side on wide screens. */
const Facts = ({ of }: { of: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.facts}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

interface MaterialTableProps {
  label: string
  /** Heads of the columns after the material's. */
  heads: readonly string[]
  cells(material: Material): readonly ReactNode[]
  /** Cells of the total row. */
  total: readonly ReactNode[]
}

/** Table by material: number of boxes, and correctly named ones. */
function MaterialTable({ label, heads, cells, total }: MaterialTableProps) {
  const scroller = useScroller<HTMLDivElement>()
  return (
    <div {...scroller} className={table.scroll}>
      <table className={`${table.table} ${classes.materials}`} aria-label={label}>
        <thead>
          <Row of="Material" head cells={heads} />
        </thead>
        <tbody>
          {MATERIALS.map((material) => (
            <Row
              key={material}
              of={
                <>
                  <i className={classes.swatch} style={{ background: materialColor(material) }} aria-hidden="true" />
                  {materialLabel(material)}
                </>
              }
              cells={cells(material)}
            />
          ))}
        </tbody>
        <tfoot>
          <Row of="All" cells={total} />
        </tfoot>
      </table>
    </div>
  )
}

function Row({ of, cells, head }: { of: ReactNode; cells: readonly ReactNode[]; head?: boolean }) {
  const Cell = head ? 'th' : 'td'
  return (
    <tr>
      <th scope={head ? 'col' : 'row'}>{of}</th>
      {cells.map((cell, column) => (
        // Columns have a fixed order.
        <Cell key={column} scope={head ? 'col' : undefined}>
          {cell}
        </Cell>
      ))}
    </tr>
  )
}

export function CardPanels({ card }: { card: ModelCard | undefined }) {
  if (!card)
    return (
      <Panel title="Training and tests">
        <EmptyState icon={IconFileUnknown} title="No information about this detector">
          Its training and test results could not be read. The server’s log gives the reason.
        </EmptyState>
      </Panel>
    )
  return (
    <>
      <FiguresPanel card={card} />
      <div className={classes.pair}>
        <Sentences title="Known failures" of={card.failures} />
        <Sentences title="Not proven" of={card.noEvidence} />
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
            <span>{what}</span>
            <span className={classes.source}>{`${by} · ${licence}`}</span>
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
        {`${counted(photos, 'litter photo')} with ${figure(boxes)} boxes drawn by people, in ${folds} parts. Each part was tested with a detector trained on the other parts. Also ${counted(trashnet.photos, 'studio photo')} from the TrashNet test set.`}
      </p>
      <Facts
        of={[
          ['Boxes found (AP50, any material)', shareOf(figures.ap50)],
          ['Material correct, in normal use', shareOf(material.as_looked_at)],
          ['Material correct, studio photos', shareOf(trashnet.material_accuracy)],
          ['Composition error', `${amount(figures.composition_error)} points`],
          ['Error if always the usual mix', `${amount(figures.baseline_mix)} points`],
          ['Error if always the most common material', `${amount(figures.baseline_commonest)} points`],
        ]}
      />
      <MaterialTable
        label="Material by box"
        heads={['Boxes', 'Correct', 'Share', '95 % interval']}
        cells={(name) => {
          const { boxes: seen, right, interval } = by_material[name]
          return seen === 0 ? [0, '–', '–', 'None'] : [seen, right, rightOf(right, seen), intervalOf(interval)]
        }}
        total={[boxes, right, shareOf(material.both), '']}
      />
      <p className={classes.note}>
        In this test the detector looked closely at every box. In normal use it looks closely only at the one or two
        that count most.
      </p>
    </Panel>
  )
}

interface AgreementPanelProps {
  agreement: Agreement
  card: ModelCard | undefined
}

/** Agreement of people with the detector: corrections in the newest photos. */
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
    <EmptyState icon={IconPencilCheck} title="No corrections yet">
      <span>{analyses === 0 ? 'No photo analysed yet.' : `${counted(analyses, 'photo')} analysed.`}</span>{' '}
      <span>When a dispatcher corrects the boxes on a photo, the agreement appears here.</span>
    </EmptyState>
  )
}

function Corrected({ agreement }: { agreement: Agreement }) {
  const { boxes, byMaterial, pointsWrong } = agreement
  return (
    <>
      <p className={classes.text}>
        <span>{correctedOf(agreement)}</span>{' '}
        <span>The figures cover only these photos, which are wrong more often than others.</span>
      </p>
      <Facts
        of={[
          ['Boxes with the same material', `${boxes.right} of ${boxes.seen}`],
          ['Material changed', boxes.otherMaterial],
          ['Removed', boxes.removed],
          ['Added by people', boxes.added],
          ['Composition changed by', pointsWrong === undefined ? 'Unknown' : `${amount(pointsWrong)} points`],
        ]}
      />
      <MaterialTable
        label="Agreement by material"
        heads={['Boxes found', 'Kept', 'Share']}
        cells={(material) => {
          const { seen, right } = byMaterial[material]
          return [seen, right, rightOf(right, seen)]
        }}
        total={[boxes.seen, boxes.right, rightOf(boxes.right, boxes.seen)]}
      />
    </>
  )
}

/** Known failures: photos with the largest disagreement between detector and people. */
export function FailuresPanel({ failures }: { failures: readonly Disagreement[] }) {
  return (
    <Panel title="Where people disagree most">
      {failures.length === 0 ? (
        <EmptyState icon={IconPhotoCheck} title="No disagreements yet">
          Corrected photos with the largest errors appear here.
        </EmptyState>
      ) : (
        <ul className={classes.failures} aria-label="Photos with the largest disagreement">
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
      <p className={classes.note}>{`Composition error: ${amount(pointsWrong)} points`}</p>
      <div className={classes.sides}>
        <figure>
          <BoxesOnPhoto {...photo} boxes={seen} alt={`As the detector saw it: ${materialCounts(seen)}`} />
          <figcaption>{`Detector: ${materialCounts(seen)}`}</figcaption>
        </figure>
        <figure>
          <BoxesOnPhoto {...photo} boxes={corrected} alt={`As people corrected it: ${materialCounts(corrected)}`} />
          <figcaption>{`People: ${materialCounts(corrected)}`}</figcaption>
        </figure>
      </div>
    </>
  )
}
