/** Savings from recycling today's loads, with the published averages behind them. */
import { Button } from '@mantine/core'
import { IconDroplet, IconLeaf, IconTrees } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { milesOf, personDaysOf } from '#rules/impact.ts'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SourceMark } from '#web/components/source-mark.tsx'
import { amount, counted, figure, withUnit } from '#web/format/numbers.ts'
import { wholeKg } from '#web/format/weights.ts'
import classes from './materials.module.css'
import { Methodology } from './methodology.tsx'
import { rough } from './statement-words.ts'
import { ESTIMATE_RULE, notCounted, type Today } from './today.ts'

export interface ImpactPanelProps {
  today: Today
  simulated: { simulated?: true | undefined }
}

export function ImpactPanel({ today: { intake, impact }, simulated }: ImpactPanelProps) {
  const { co2Tonnes, trees, waterLitres } = impact
  return (
    <Panel
      title="Environmental Impact Today"
      aside={
        <span className={classes.marks}>
          <SimulatedBadge of={simulated} />
          <SourceMark source="estimated" />
        </span>
      }
    >
      <dl className={classes.impacts}>
        <Figure icon={IconLeaf} name="Tons CO₂ Avoided" value={withUnit(rough(co2Tonnes), 't')}>
          {`As ${counted(milesOf(co2Tonnes), 'mile')} of driving`}
        </Figure>
        <Figure icon={IconTrees} name="Trees Saved" value={amount(trees)}>
          Through paper
        </Figure>
        <Figure icon={IconDroplet} name="Liters Water Saved" value={withUnit(figure(Math.round(waterLitres)), 'L')}>
          {`As ${figure(personDaysOf(waterLitres))} people use in a day`}
        </Figure>
      </dl>
      <p className={classes.note}>{basisOf(intake)}</p>
      <Methodology />
      <Button component={Link} to="/recycler/statement" variant="default" mih={44} mt="md">
        Statement of the month
      </Button>
    </Panel>
  )
}

/** Returns the basis of the figures as a sentence. */
function basisOf(intake: Today['intake']): string {
  if (intake.loads === 0)
    return 'No load has arrived today yet; what the day’s loads save is counted here as they come in.'
  const known = intake.kg - intake.unknownKg
  const parts = [`Of ${wholeKg(known)} that arrived today and were analysed`]
  const left = notCounted(intake)
  if (left) parts.push(left)
  if (intake.estimatedKg > 0) parts.push(`weights that nobody measured are ${ESTIMATE_RULE}`)
  return `${parts.join('; ')}.`
}

interface FigureProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>
  name: string
  value: string
  children: ReactNode
}

function Figure({ icon: Icon, name, value, children }: FigureProps) {
  return (
    <div className={classes.impact}>
      <dt className={classes.impactName}>
        <Icon size={20} stroke={1.5} aria-hidden="true" />
        {name}
      </dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.note}>{children}</dd>
    </div>
  )
}
