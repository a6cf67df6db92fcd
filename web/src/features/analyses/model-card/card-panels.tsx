/** Model card of the detector: figures, training data and known weaknesses. */
import { IconFileUnknown } from '@tabler/icons-react'
import type { ModelCard } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState } from '#web/components/states.tsx'
import { FiguresPanel } from './figures-panel.tsx'
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
