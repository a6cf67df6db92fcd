/** The statement of a month: endpoints, month choice, tables, download. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconFileDescription } from '@tabler/icons-react'
import type { QueryOf } from '#contract/endpoints.ts'
import type { MaterialStatement } from '#contract/views.ts'
import { api } from '#web/lib/api/api.ts'
import { defineFile, defineQuery } from '#web/lib/api/request.ts'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { formatHundredths, formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { DownloadButton } from '#web/ui/downloads.tsx'
import table from '#web/ui/figure-table.module.css'
import { FigureSourceBar, FigureSourceMark, SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './materials.module.css'
import {
  addMonths,
  describeDisputedLoads,
  describeEstimateBasis,
  formatEstimate,
  formatKgAsTonnes,
  formatMonthName,
  formatRange,
  formatTonnesNumber,
  getEstimationRuleText,
  listMonthsUpTo,
} from './materials.tsx'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    statement: build.query(defineQuery('statement')),
    statementCsv: build.mutation(defineFile('statementCsv')),
  }),
})

export const { useStatementQuery, useStatementCsvMutation } = calls

interface MonthChoiceProps {
  month: string
  /** Today in the city, such as '2026-01-05'. */
  today: string
  choose(month: string): void
}

/** Choice of the statement's month: a list, and buttons for neighbouring months. */
export function MonthChoice({ month, today, choose }: MonthChoiceProps) {
  const months = listMonthsUpTo(today)
  const step = (label: string, by: number, Icon: typeof IconChevronLeft) => {
    const to = addMonths(month, by)
    return (
      <ActionIcon
        variant="default"
        size={44}
        aria-label={label}
        disabled={!months.includes(to)}
        onClick={() => choose(to)}
      >
        <Icon size={20} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <div className={classes.months}>
      {step(t`Previous month`, -1, IconChevronLeft)}
      <NativeSelect
        aria-label={t`Month`}
        size="md"
        data={months.map((value) => ({ value, label: formatMonthName(value) }))}
        value={month}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {step(t`Next month`, 1, IconChevronRight)}
    </div>
  )
}

/** Table of materials, heaviest first: measured and estimated weight, and share. */
function MaterialsTable({ statement: { by_material, unknown_kg } }: { statement: MaterialStatement }) {
  const most = Math.max(1, ...by_material.map(({ kg }) => kg))
  const sum = (part: (row: MaterialStatement['by_material'][number]) => number) =>
    formatTonnesNumber(by_material.reduce((total, row) => total + part(row), 0))
  return (
    <Panel title={t`By material`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section className={`${table.scroll} ${classes.wide}`} aria-label={t`By material, table`} tabIndex={0}>
        <table className={`${table.table} ${classes.amounts}`} aria-label={t`By material, in tonnes`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Material</Trans>
              </th>
              <td className={classes.drawn} />
              <th scope="col">
                <Trans>Measured (t)</Trans>
              </th>
              <th scope="col">
                <Trans>Estimated (t)</Trans>
              </th>
              <th scope="col">
                <Trans>Total (t)</Trans>
              </th>
              <th scope="col">
                <Trans>Share</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {by_material.map(({ material, measured_kg, estimated_kg, kg, percent }) => (
              <tr key={material}>
                <th scope="row">
                  <span
                    className={classes.statementSwatch}
                    style={{ background: materialColorOf(material) }}
                    aria-hidden="true"
                  />
                  {materialLabelOf(material)}
                </th>
                <td className={classes.drawn}>
                  <FigureSourceBar
                    parts={[
                      { source: 'measured', value: measured_kg },
                      { source: 'estimated', value: estimated_kg },
                    ]}
                    max={most}
                    color={materialColorOf(material)}
                  />
                </td>
                <td>{formatTonnesNumber(measured_kg)}</td>
                <td>{formatTonnesNumber(estimated_kg)}</td>
                <td>{formatTonnesNumber(kg)}</td>
                <td>{withUnit(formatHundredths(percent), '%')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <Trans>Known</Trans>
              </th>
              <td className={classes.drawn} />
              <td>{sum(({ measured_kg }) => measured_kg)}</td>
              <td>{sum(({ estimated_kg }) => estimated_kg)}</td>
              <td>{sum(({ kg }) => kg)}</td>
              <td>{by_material.length > 0 ? '100.00 %' : '–'}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      <p className={classes.statementNote}>
        <span>
          {unknown_kg > 0
            ? t`${{ weight: withUnit(formatTonnesNumber(unknown_kg), 't') }} has not been analysed and is not in this table. Shares are percentages of the analysed weight.`
            : t`Every load was analysed.`}
        </span>{' '}
        <span>
          <Trans>Bars: solid is measured, hatched is estimated.</Trans>
        </span>
      </p>
    </Panel>
  )
}

/** Statement to read and print: totals, materials, sites, savings, with sources. */
export function MaterialStatementView({ statement, period }: { statement: MaterialStatement; period: string }) {
  if (statement.loads === 0) {
    return (
      <Panel title={t`Totals`}>
        <EmptyState icon={IconFileDescription} title={t`Nothing arrived in ${period}`}>
          <Trans>Loads are counted here as they arrive. You can choose another month or site.</Trans>
        </EmptyState>
      </Panel>
    )
  }
  return (
    <>
      <Totals statement={statement} />
      <MaterialsTable statement={statement} />
      {statement.by_site.length > 1 && <SitesTable statement={statement} />}
      <StatementImpact statement={statement} />
    </>
  )
}

function Totals({ statement }: { statement: MaterialStatement }) {
  const { kg, loads, measured_kg, estimated_kg, unknown_kg, disputed_loads } = statement
  return (
    <Panel title={t`Totals`} aside={<SimulatedBadge of={statement} />}>
      <dl className={classes.totals}>
        <div>
          <dt>
            <Trans>Received</Trans>
          </dt>
          <dd className={classes.statementValue}>{formatKgAsTonnes(kg)}</dd>
          <dd className={classes.statementNote}>{plural(loads, { one: '# load', other: '# loads' })}</dd>
        </div>
        <div>
          <dt>
            <FigureSourceMark source="measured" />
          </dt>
          <dd className={classes.statementValue}>{formatKgAsTonnes(measured_kg)}</dd>
          <dd className={classes.statementNote}>
            <Trans>Weighed, or entered with an analysis</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <FigureSourceMark source="estimated" />
          </dt>
          <dd className={classes.statementValue}>{formatKgAsTonnes(estimated_kg)}</dd>
          <dd className={classes.statementNote}>{t`Estimated at ${{ rule: getEstimationRuleText() }}`}</dd>
        </div>
        <div>
          <dt>
            <FigureSourceMark source="unknown" />
          </dt>
          <dd className={classes.statementValue}>{formatKgAsTonnes(unknown_kg)}</dd>
          <dd className={classes.statementNote}>
            <Trans>Part of the total, but not in the materials below</Trans>
          </dd>
        </div>
      </dl>
      <FigureSourceBar
        parts={[
          { source: 'measured', value: measured_kg },
          { source: 'estimated', value: estimated_kg },
        ]}
        max={kg}
        color="var(--ws-text-dimmed)"
      />
      <p className={classes.statementNote}>{describeDisputedLoads(disputed_loads)}</p>
    </Panel>
  )
}

function SitesTable({ statement: { by_site } }: { statement: MaterialStatement }) {
  return (
    <Panel title={t`By site`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section className={`${table.scroll} ${classes.wide}`} aria-label={t`By site, table`} tabIndex={0}>
        <table className={`${table.table} ${classes.amounts}`} aria-label={t`By site, in tonnes`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Site</Trans>
              </th>
              <th scope="col">
                <Trans>Loads</Trans>
              </th>
              <th scope="col">
                <Trans>Measured (t)</Trans>
              </th>
              <th scope="col">
                <Trans>Estimated (t)</Trans>
              </th>
              <th scope="col">
                <Trans>Total (t)</Trans>
              </th>
              <th scope="col">
                <Trans>Not analysed (t)</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {by_site.map((site) => (
              <tr key={site.site_id}>
                <th scope="row" className={classes.site}>
                  {site.name}
                </th>
                <td>{formatNumber(site.loads)}</td>
                <td>{formatTonnesNumber(site.measured_kg)}</td>
                <td>{formatTonnesNumber(site.estimated_kg)}</td>
                <td>{formatTonnesNumber(site.kg)}</td>
                <td>{formatTonnesNumber(site.unknown_kg)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

/** Savings from recycling: figures with ranges, and how ranges were calculated. */
function StatementImpact({ statement }: { statement: MaterialStatement }) {
  const { co2_avoided, water_saved, trees_saved, kwh_saved } = statement.impact
  const figures = [
    { name: t`CO₂ avoided`, unit: 't', ...co2_avoided },
    { name: t`Water saved`, unit: 'L', ...water_saved },
    { name: t`Trees saved`, unit: t`trees`, ...trees_saved },
    { name: t`Energy saved`, unit: 'kWh', ...kwh_saved },
  ]
  return (
    <Panel title={t`Environmental impact`} aside={<FigureSourceMark source="estimated" />}>
      <dl className={classes.totals}>
        {figures.map(({ name, unit, ...figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.statementValue}>{withUnit(formatEstimate(figure.value), unit)}</dd>
            <dd className={classes.statementNote}>{formatRange(figure, unit) ?? t`no range`}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.statementNote}>
        <span>{describeEstimateBasis(statement)}</span>{' '}
        <span>
          <Trans>
            Savings are counted for paper, plastic, metal and glass, with published averages (EPA’s Waste Reduction
            Model and recycling industry figures). The averages are themselves uncertain. Loads without an analysis are
            not counted.
          </Trans>
        </span>
      </p>
    </Panel>
  )
}

/** Button that downloads a statement with daily figures as CSV. */
export function MaterialStatementDownload({ asked }: { asked: QueryOf<'statementCsv'> }) {
  const [fetch, { isLoading }] = useStatementCsvMutation()
  return (
    <DownloadButton fetch={() => fetch(asked).unwrap()} loading={isLoading}>
      {t`Download CSV`}
    </DownloadButton>
  )
}
