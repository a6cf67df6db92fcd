/**
 * Panel that estimates what recycling today's loads saves, such as CO2, water and trees.
 * The estimates use published averages.
 */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDroplet, IconLeaf, IconTrees } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import {
  CO2_FACTORS,
  carMilesOfCo2,
  DEFAULT_IMPACT_SCOPE,
  KWH_PER_TONNE_CO2,
  LITRES_PER_PERSON_DAY,
  MILES_PER_TONNE_CO2,
  SAVED_TREES_PER_KG,
  WATER_FACTORS,
  waterPersonDaysOf,
} from '#domain/impact.ts'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { formatNumber, formatUpToTenths, formatWholeKg, withUnit } from '#web/lib/format/numbers.ts'
import { FigureSourceMark, SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import classes from './materials.module.css'
import { describeUnanalysedWeight, formatEstimate, getEstimationRuleText, type TodaysIntake } from './materials.tsx'

export interface ImpactPanelProps {
  today: TodaysIntake
  simulated: { simulated?: true | undefined }
}

export function ImpactPanel({ today: { intake, impact }, simulated }: ImpactPanelProps) {
  const { co2Tonnes, trees, waterLitres } = impact
  return (
    <Panel
      title={t`Environmental Impact Today`}
      aside={
        <span className={classes.marks}>
          <SimulatedBadge of={simulated} />
          <FigureSourceMark source="estimated" />
        </span>
      }
    >
      <dl className={classes.impacts}>
        <Figure icon={IconLeaf} name={t`Tons CO₂ Avoided`} value={withUnit(formatEstimate(co2Tonnes), 't')}>
          {t`Equals ${plural({ miles: carMilesOfCo2(co2Tonnes) }, { one: '# mile', other: '# miles' })} of driving`}
        </Figure>
        <Figure icon={IconTrees} name={t`Trees Saved`} value={formatUpToTenths(trees)}>
          <Trans>Through paper</Trans>
        </Figure>
        <Figure
          icon={IconDroplet}
          name={t`Liters Water Saved`}
          value={withUnit(formatNumber(Math.round(waterLitres)), 'L')}
        >
          {t`Equals a day’s use of ${plural({ people: waterPersonDaysOf(waterLitres) }, { one: '# person', other: '# people' })}`}
        </Figure>
      </dl>
      <p className={classes.note}>{basisOf(intake)}</p>
      <Methodology />
      <Button component={Link} to="/recycler/statement" variant="default" mt="md">
        <Trans>Monthly statement</Trans>
      </Button>
    </Panel>
  )
}

/** Returns sentences that say from which weights the displayed savings were computed. */
function basisOf(intake: TodaysIntake['intake']): string {
  if (intake.loads === 0) return t`No loads have arrived today. Savings are counted as loads arrive.`
  const known = intake.kg - intake.unknownKg
  const sentences = [t`Based on ${{ weight: formatWholeKg(known) }} that arrived today and has been analysed.`]
  const left = describeUnanalysedWeight(intake)
  if (left) sentences.push(left)
  if (intake.estimatedKg > 0)
    sentences.push(t`Weights that were not measured are estimated at ${{ rule: getEstimationRuleText() }}.`)
  return sentences.join(' ')
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

/** Explains the calculation of savings: lists the averages that it uses, and their sources. */
function Methodology() {
  return (
    <section className={classes.method} aria-labelledby="methodology">
      <h3 id="methodology" className={classes.methodTitle}>
        <Trans>Impact Calculation Methodology</Trans>
      </h3>
      <p className={classes.note}>
        <Trans>
          Based on EPA and recycling industry research data. The averages per kg recycled come from EPA’s Waste
          Reduction Model (CO₂) and recycling industry figures (water, trees). They do not describe recycling in this
          city.
        </Trans>
      </p>
      <ul className={classes.factors} aria-label={t`Savings per kg recycled`}>
        {DEFAULT_IMPACT_SCOPE.materials.map((material) => (
          <li key={material} className={classes.factor}>
            <span className={classes.swatch} style={{ background: materialColorOf(material) }} aria-hidden="true" />
            <b>{materialLabelOf(material)}</b>
            <span>{withUnit(CO2_FACTORS[material], t`kg CO₂`)}</span>
            <span>{t`${{ litres: withUnit(WATER_FACTORS[material], 'L') }} water`}</span>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        {t`Each kg of paper also saves ${{ trees: SAVED_TREES_PER_KG.paper }} trees. A tonne of CO₂ equals ${{ miles: formatNumber(MILES_PER_TONNE_CO2) }} miles of driving or ${{ energy: withUnit(KWH_PER_TONNE_CO2, 'kWh') }}. A person uses ${{ litres: LITRES_PER_PERSON_DAY }} litres of water a day. Other materials are not counted.`}
      </p>
    </section>
  )
}
