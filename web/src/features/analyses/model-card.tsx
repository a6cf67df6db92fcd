/** Model card of the detector: accuracy, training data, weaknesses, agreement with people. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconFileUnknown, IconPencilCheck, IconPhotoCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LitterBox } from '#contract/analyses/litter.ts'
import type { DetectorAgreement, DetectorDisagreement, ModelCard } from '#contract/views.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { formatNumber, formatPercentTenths, formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import table from '#web/ui/figure-table.module.css'
import { NamedValueList } from '#web/ui/figure-table.tsx'
import { Panel, useKeyboardScrollable } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { BoxesOnPhoto } from './box-editor.tsx'
import classes from './model-card.module.css'

const roundedPercent = (share: number) => Math.round(share * 100)

/** Formats a fraction of 0 to 1 as '58.6 %'. */
export const formatShare = (share: number) => formatPercentTenths(share * 100)

/** Formats an interval as '60–76 %', or a dash without a measurement. */
export const formatInterval = (interval: readonly [number, number] | null) =>
  interval ? `${roundedPercent(interval[0])}–${withUnit(roundedPercent(interval[1]), '%')}` : '–'

/** Formats 17 of 25 as '68 %'; '–' for total 0. */
export const formatAccuracy = (right: number, of: number) => (of > 0 ? withUnit(roundedPercent(right / of), '%') : '–')

/** Returns a sentence such as 'Corrected: 12 of the newest 100 photos.' */
export const describeCorrectedPhotos = ({ corrected, analyses }: Pick<DetectorAgreement, 'corrected' | 'analyses'>) =>
  t`Corrected: ${corrected} of the newest ${plural(analyses, { one: '# photo', other: '# photos' })}.`

type ModelVersion = Pick<DetectorAgreement, 'model' | 'version'>

/** Returns a note if another model analysed the photos than the one that the model card describes. */
export function describeOtherModel(
  card: Pick<ModelCard, 'model' | 'version'> | undefined,
  { model, version }: ModelVersion,
) {
  // A refitted detector's version is the base version plus a number.
  const isSame = model === card?.model && (version === card?.version || version?.startsWith(`${card?.version}.`))
  if (!card || model === undefined || isSame) return undefined
  return t`The newest photo was analysed by ${{ newest: [model, version].filter(Boolean).join(' ') }}. The test results below are for ${{ tested: `${card.model} ${card.version}` }}.`
}

/** Formats the boxes per material as '2 Plastic, 1 Glass'. */
export function countBoxesByMaterial(boxes: readonly Pick<LitterBox, 'material'>[]): string {
  const named = MATERIALS.map(
    (material) => [boxes.filter((box) => box.material === material).length, material] as const,
  )
  const said = named.filter(([count]) => count > 0).map(([count, material]) => `${count} ${materialLabelOf(material)}`)
  return said.join(', ') || t`nothing`
}

export function ModelCardPanels({ card }: { card: ModelCard | undefined }) {
  if (!card)
    return (
      <Panel title={t`Training and tests`}>
        <EmptyState icon={IconFileUnknown} title={t`No information about this detector`}>
          <Trans>The detector’s training and test results could not be read. The server’s log shows the reason.</Trans>
        </EmptyState>
      </Panel>
    )
  return (
    <>
      <FiguresPanel card={card} />
      <div className={classes.pair}>
        <SentencesPanel title={t`Known weaknesses`} of={card.failures} />
        <SentencesPanel title={t`Not tested`} of={card.noEvidence} />
      </div>
      <TrainedOnPanel card={card} />
    </>
  )
}

function SentencesPanel({ title, of }: { title: string; of: readonly string[] }) {
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

function TrainedOnPanel({ card: { summary, model, version, trainedOn } }: { card: ModelCard }) {
  return (
    <Panel title={t`Trained on`} aside={<span className={classes.note}>{`${model} ${version}`}</span>}>
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

/** Accuracy of the detector on unseen photos, total and by material. */
function FiguresPanel({ card: { figures } }: { card: ModelCard }) {
  const { photos, boxes, folds, by_material, material_accuracy: material, trashnet } = figures
  const right = Object.values(by_material).reduce((sum, of) => sum + of.right, 0)
  return (
    <Panel title={t`Tested on`}>
      <p className={classes.text}>
        {t`${plural(photos, { one: '# litter photo', other: '# litter photos' })} with ${{ boxes: formatNumber(boxes) }} boxes drawn by people, in ${folds} parts. Each part was tested with a detector trained on the other parts. Also ${plural({ studioPhotos: trashnet.photos }, { one: '# studio photo', other: '# studio photos' })} from the TrashNet test set.`}
      </p>
      <NamedValueList
        className={classes.facts}
        facts={[
          [t`Score for finding waste (AP50)`, formatShare(figures.ap50)],
          [t`Material correct, in normal use`, formatShare(material.as_looked_at)],
          [t`Material correct, studio photos`, formatShare(trashnet.material_accuracy)],
          [t`Composition error`, t`${{ points: formatUpToTenths(figures.composition_error) }} points`],
          [t`Error if you guess the usual mix`, t`${{ points: formatUpToTenths(figures.baseline_mix) }} points`],
          [
            t`Error if you guess only the most common material`,
            t`${{ points: formatUpToTenths(figures.baseline_commonest) }} points`,
          ],
        ]}
      />
      <MaterialTable
        label={t`Material by box`}
        heads={[t`Boxes`, t`Correct`, t`Share`, t`95 % interval`]}
        cells={(name) => {
          const { boxes: seen, right, interval } = by_material[name]
          return seen === 0
            ? [0, '–', '–', t`None`]
            : [seen, right, formatAccuracy(right, seen), formatInterval(interval)]
        }}
        total={[boxes, right, formatShare(material.both), '']}
      />
      <p className={classes.note}>
        <Trans>
          In this test, the detector looked closely at every box. In normal use, it looks closely only at the one or two
          most important boxes.
        </Trans>
      </p>
    </Panel>
  )
}

interface AgreementPanelProps {
  agreement: DetectorAgreement
  card: ModelCard | undefined
}

/** Panel that shows how often people agreed with the detector: their corrections of the newest photos. */
export function AgreementPanel({ agreement, card }: AgreementPanelProps) {
  const other = describeOtherModel(card, agreement)
  return (
    <Panel title={t`How often people agree`}>
      {other && <p className={classes.note}>{other}</p>}
      {agreement.corrected > 0 ? <CorrectedFigures agreement={agreement} /> : <NoCorrectionsYet {...agreement} />}
    </Panel>
  )
}

function NoCorrectionsYet({ analyses }: Pick<DetectorAgreement, 'analyses'>) {
  return (
    <EmptyState icon={IconPencilCheck} title={t`No corrections yet`}>
      <span>
        {analyses === 0
          ? t`No photo analysed yet.`
          : t`${plural(analyses, { one: '# photo', other: '# photos' })} analysed.`}
      </span>{' '}
      <span>
        <Trans>When a dispatcher corrects boxes on a photo, you see here how often people agree.</Trans>
      </span>
    </EmptyState>
  )
}

function CorrectedFigures({ agreement }: { agreement: DetectorAgreement }) {
  const { boxes, byMaterial, pointsWrong } = agreement
  return (
    <>
      <p className={classes.text}>
        <span>{describeCorrectedPhotos(agreement)}</span>{' '}
        <span>
          <Trans>The figures cover only corrected photos, which have more errors than others.</Trans>
        </span>
      </p>
      <NamedValueList
        className={classes.facts}
        facts={[
          [t`Boxes with the same material`, t`${{ same: boxes.right }} of ${{ all: boxes.seen }}`],
          [t`Material changed`, boxes.otherMaterial],
          [t`Removed`, boxes.removed],
          [t`Added by people`, boxes.added],
          [
            t`Composition changed by`,
            pointsWrong === undefined ? t`Unknown` : t`${{ points: formatUpToTenths(pointsWrong) }} points`,
          ],
        ]}
      />
      <MaterialTable
        label={t`Agreement by material`}
        heads={[t`Boxes found`, t`Kept`, t`Share`]}
        cells={(material) => {
          const { seen, right } = byMaterial[material]
          return [seen, right, formatAccuracy(right, seen)]
        }}
        total={[boxes.seen, boxes.right, formatAccuracy(boxes.right, boxes.seen)]}
      />
    </>
  )
}

/** Known failures: photos on which people disagreed most with the detector. */
export function DisagreementsPanel({ failures }: { failures: readonly DetectorDisagreement[] }) {
  return (
    <Panel title={t`Largest corrections by people`}>
      {failures.length === 0 ? (
        <EmptyState icon={IconPhotoCheck} title={t`No disagreements yet`}>
          <Trans>Corrected photos with the largest errors appear here.</Trans>
        </EmptyState>
      ) : (
        <ul className={classes.failures} aria-label={t`Photos with the largest corrections`}>
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

function Failure({
  of: { picture_url: url, width, height, seen, corrected, pointsWrong },
}: {
  of: DetectorDisagreement
}) {
  const photo = { url, ratio: width / height }
  return (
    <>
      <p
        className={classes.note}
      >{t`Composition error: ${{ points: formatUpToTenths(pointsWrong) }} percentage points`}</p>
      <div className={classes.sides}>
        <figure>
          <BoxesOnPhoto
            {...photo}
            boxes={seen}
            alt={t`As the detector saw it: ${{ materials: countBoxesByMaterial(seen) }}`}
          />
          <figcaption>{t`Detector: ${{ materials: countBoxesByMaterial(seen) }}`}</figcaption>
        </figure>
        <figure>
          <BoxesOnPhoto
            {...photo}
            boxes={corrected}
            alt={t`As people corrected it: ${{ materials: countBoxesByMaterial(corrected) }}`}
          />
          <figcaption>{t`People: ${{ materials: countBoxesByMaterial(corrected) }}`}</figcaption>
        </figure>
      </div>
    </>
  )
}

interface MaterialTableProps {
  label: string
  /** Column headings after the heading of the material column. */
  heads: readonly string[]
  cells(material: Material): readonly ReactNode[]
  /** Cells of the row with the totals. */
  total: readonly ReactNode[]
}

/** Table with a row per material: how many boxes it has, and how many of them are correct. */
function MaterialTable({ label, heads, cells, total }: MaterialTableProps) {
  const scroller = useKeyboardScrollable<HTMLDivElement>()
  return (
    <div {...scroller} className={table.scroll}>
      <table className={`${table.table} ${classes.materials}`} aria-label={label}>
        <thead>
          <Row of={t`Material`} head cells={heads} />
        </thead>
        <tbody>
          {MATERIALS.map((material) => (
            <Row
              key={material}
              of={
                <>
                  <i className={classes.swatch} style={{ background: materialColorOf(material) }} aria-hidden="true" />
                  {materialLabelOf(material)}
                </>
              }
              cells={cells(material)}
            />
          ))}
        </tbody>
        <tfoot>
          <Row of={t`All`} cells={total} />
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
        // The columns' order is fixed, so the index is a stable key.
        <Cell key={column} scope={head ? 'col' : undefined}>
          {cell}
        </Cell>
      ))}
    </tr>
  )
}
