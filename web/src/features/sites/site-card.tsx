/**
 * Cards of dumping sites with materials, fill level and today's arrivals.
 * Sites without a card appear as rows of a list.
 * A further card shows the composition of all sites together.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconChartPie } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Site } from '#contract/views.ts'
import { combinedCompositionOf, isKnownComposition } from '#domain/materials.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatKg, formatNumber, formatTonnes, formatWholeKg } from '#web/lib/format/numbers.ts'
import { formatShares, materialWeightsOf, toMaterialData } from '#web/ui/charts/chart-data.ts'
import { ShareBarChart, ShareLegend, SharePieChart } from '#web/ui/charts/share-charts.tsx'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Badge, SimulatedBadge } from '#web/ui/marks.tsx'
import { DeferredContent, Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './sites.module.css'
import { describeLastUpdate, describeSiteLoad } from './sites.ts'

const VisualAnalysis = lazyWithRetry(async () => (await import('./visual-analysis.tsx')).VisualAnalysis)

const HEIGHT = 220
/** Approximate height of a picture's card in px. */
const ANALYSIS_HEIGHT = 364

/** Figures of a site, computed from its deliveries. */
interface SiteDay {
  /** Weight that arrived at the site today, in kg. */
  kg: number
  /** Part of the weight `kg` that is estimated, not weighed. */
  estimatedKg: number
  /** Number of loads on the way to the site. */
  incoming: number
}

interface SiteCardProps {
  site: Site
  title: string
  own: boolean
  day: SiteDay
  /** True if the figures are up to date. */
  live: boolean
}

export function SiteCard({ site, title, own, day, live }: SiteCardProps) {
  return (
    <Panel
      title={title}
      aside={
        <span className={classes.badges}>
          <SimulatedBadge of={site} />
          <Badge tone={live ? 'done' : 'plain'}>{live ? t`Live` : t`Not live`}</Badge>
        </span>
      }
    >
      <p className={classes.where}>
        <span>{site.name === title ? site.location : `${site.name}, ${site.location}`}</span>
        {own && (
          <span className={classes.own}>
            <Trans>Your facility</Trans>
          </span>
        )}
      </p>
      {isKnownComposition(site.composition) ? (
        <ShareBarChart
          title={t`${title}, composition`}
          data={toMaterialData(site.composition)}
          axis={t`Percent of weight`}
          category={t`Material`}
          height={HEIGHT}
          source={t`Source: the site’s latest composition.`}
        />
      ) : (
        <EmptyState icon={IconChartPie} title={t`Not analysed yet`}>
          <Trans>The composition appears here once it has been updated.</Trans>
        </EmptyState>
      )}
      {site.image_url && (
        <DeferredContent height={ANALYSIS_HEIGHT}>
          <VisualAnalysis
            url={site.image_url}
            site={site.name}
            at={Date.parse(site.image_updated ?? site.lastUpdated)}
          />
        </DeferredContent>
      )}
      <SiteFacts site={site} day={day} />
      <Button
        component={Link}
        to={`/recycler/sites/${site.id}`}
        variant="default"
        fz="xs"
        aria-label={accessibleActionNameOf(t`View Details`, title)}
      >
        <Trans>View Details</Trans>
      </Button>
    </Panel>
  )
}

function howKnown({ kg: all, estimatedKg }: SiteDay): string {
  if (estimatedKg > 0) return t`${{ weight: formatWholeKg(estimatedKg) }} of it estimated`
  return all > 0 ? t`all measured` : t`no load yet`
}

function SiteFacts({ site, day }: Pick<SiteCardProps, 'site' | 'day'>) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>
          <Trans>Arrived</Trans>
        </dt>
        <dd>
          <span>{t`${{ weight: formatWholeKg(day.kg) }} processed today`}</span>
          <span className={classes.aside}>{howKnown(day)}</span>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Incoming Deliveries</Trans>
        </dt>
        <dd>{formatNumber(day.incoming)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Current Load</Trans>
        </dt>
        <dd>{describeSiteLoad(site)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Last Updated</Trans>
        </dt>
        <dd>{describeLastUpdate(site)}</dd>
      </div>
    </dl>
  )
}

interface MoreSitesProps {
  sites: readonly Site[]
  dayOf(siteId: string): SiteDay
}

/** List of the sites that have no card, one row each. */
export function MoreSites({ sites, dayOf }: MoreSitesProps) {
  return (
    <Panel title={t`Other sites`}>
      <ul className={classes.rows}>
        {sites.map((site) => (
          <li key={site.id} className={classes.row}>
            <Link to={`/recycler/sites/${site.id}`} className={classes.rowName}>
              {site.name}
            </Link>
            <SimulatedBadge of={site} />
            <span className={classes.rowFacts}>
              {t`${{ weight: formatWholeKg(dayOf(site.id).kg) }} processed today · ${{ loads: formatNumber(dayOf(site.id).incoming) }} incoming · load ${{ load: describeSiteLoad(site) }}`}
            </span>
            <span className={classes.rowFacts}>{materialsOf(site)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Formats a composition as 'Plastic 40 %, Paper 25 %'. */
function materialsOf({ composition }: Site): string {
  if (!isKnownComposition(composition)) return t`Not analysed yet`
  const data = toMaterialData(composition)
  const shares = formatShares(data.map(({ value }) => value))
  return data.flatMap(({ label, value }, index) => (value > 0 ? [`${label} ${shares[index]}`] : [])).join(', ')
}

const TOTAL_HEIGHT = 300

interface TotalCompositionProps {
  sites: readonly Site[]
  /** Weight that arrived at all sites today, in kg. */
  processedKg: number
}

/** Card for all sites: composition as pie chart with legend, today's arrivals. */
export function TotalComposition({ sites, processedKg }: TotalCompositionProps) {
  const title = t`Total Waste Composition`
  const composition = combinedCompositionOf(sites)
  const held = heldTonnes(sites)
  if (!composition) {
    return (
      <Panel title={title}>
        <EmptyState icon={IconChartPie} title={t`No data`}>
          <Trans>The composition appears here once a site has been analysed.</Trans>
        </EmptyState>
      </Panel>
    )
  }
  const data = materialWeightsOf(composition, held)
  return (
    <Panel title={title}>
      <div className={classes.pie}>
        <SharePieChart
          title={title}
          data={data}
          unit="tonnes"
          category={t`Material`}
          height={TOTAL_HEIGHT}
          source={t`Source: each site’s latest composition, weighted by its load (${{ weight: formatTonnes(held) }} in total).`}
        />
        <div>
          <ShareLegend label={t`Total Waste Composition, by material`} data={data} />
          <p className={classes.total}>{t`${{ weight: formatKg(processedKg) }} total waste processed`}</p>
        </div>
      </div>
    </Panel>
  )
}

/** Returns the total tonnes at the sites whose composition is known. */
const heldTonnes = (sites: readonly Site[]) =>
  sites.reduce(
    (sum, { currentCapacity, composition }) => sum + (isKnownComposition(composition) ? currentCapacity : 0),
    0,
  )
