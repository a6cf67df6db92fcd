/**
 * Map with zones, sites and trucks as buttons and links.
 * Their labels never overlap.
 */

import { t } from '@lingui/core/macro'
import { IconFocusCentered } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Coordinates } from '#domain/zones.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { estimateTextWidth } from '#web/ui/charts/chart-geometry.ts'
import { MapControl, MapControls, tryOpenMap, useRecolourOnThemeChange } from '#web/ui/map/base-map.tsx'
import classes from './map.module.css'
import {
  type Bounds,
  boundsOf,
  innerRadiusOf,
  type RouteLine,
  routeFeaturesOf,
  type ZoneAreas,
  zoneAreasOf,
} from './map-data.ts'
import {
  MAP_MARK_RADIUS_PX,
  type MapContents,
  type MapItemLabel,
  type MapItemLinks,
  mapItemLabelsOf,
} from './map-labels.ts'
import { type MapOptions, openScheduleMap, type ScheduleMap, type ScheduleMapData } from './open-map.ts'

const STEP_MS = 5_000

export interface MapCanvasProps {
  city: MapContents
  ways: readonly RouteLine[]
  targets: MapItemLinks
  /** URL of the installation's own map style, if any. */
  styleUrl: string | undefined
  /** Called if the browser cannot draw the map. */
  failed(): void
  /** Called if the installation's map style (`styleUrl`) cannot load. */
  unstyled(): void
}

export function MapCanvas({ city, ways, targets, styleUrl, failed, unstyled }: MapCanvasProps) {
  const { zones, sites } = city
  const navigate = useNavigate()
  const drawn = useMemo(
    () => ({ areas: zoneAreasOf(zones), ways: routeFeaturesOf(ways, zones, sites) }),
    [zones, sites, ways],
  )
  const bounds = boundsOf(drawn.areas, sites) ?? [0, 0, 0, 0]
  const chosen = (zone: string) => void navigate(targets.zone(zone))
  const { container, opened, pointedAt, isDrawn } = useMap({ styleUrl, drawn, bounds, failed, unstyled, chosen })
  const now = useNow(STEP_MS)
  return (
    <div className={classes.map} data-drawn={isDrawn || undefined}>
      <div ref={container} className={classes.canvas} />
      {opened && (
        <MapItems city={city} areas={drawn.areas} targets={targets} open={opened} now={now} zone={pointedAt} />
      )}
      {opened && (
        <MapControls map={opened.map}>
          <MapControl label={t`Show the whole map`} icon={IconFocusCentered} press={() => opened.show(bounds, true)} />
        </MapControls>
      )}
    </div>
  )
}

interface MapItemsProps {
  city: MapContents
  areas: ZoneAreas
  targets: MapItemLinks
  open: NonNullable<ReturnType<typeof useMap>['opened']>
  now: number
  zone: string | undefined
}

/**
 * Returns the size in px of the map's buttons with their margin.
 * Larger on touch screens.
 */
const controlsSize = () =>
  window.matchMedia('(pointer: coarse)').matches ? { width: 60, height: 156 } : { width: 48, height: 120 }

/** Size in px of the credit for the roads' source. */
const CREDIT_SIZE = { width: 190, height: 26 }

function MapItems({ city, areas, targets, open: { map }, now, zone }: MapItemsProps) {
  const container = map.getContainer()
  const taken = controlsSize()
  // Measures with the font of the parent element.
  // The map library changes the font of the map's own element.
  const widthOf = useMemo(() => textMeasure(container.parentElement ?? container), [container])
  const { clientWidth: width, clientHeight: height } = container
  const scenery = {
    ...{ width, height, now, zone, widthOf },
    project: (place: Coordinates) => map.project(place),
    reach: innerRadiusOf(areas, (place) => map.project(place)),
    kept: [
      { ...taken, left: width - taken.width, top: 0 },
      { ...CREDIT_SIZE, left: width - CREDIT_SIZE.width, top: height - CREDIT_SIZE.height },
    ],
  }
  return (
    <div className={classes.items}>
      {mapItemLabelsOf(city, scenery).map((item) => (
        <MapItem key={`${item.kind} ${item.id}`} item={item} targets={targets} east={item.at.x > width / 2} />
      ))}
    </div>
  )
}

/** Font weight of names, which are the boldest texts of labels. */
const LABEL_FONT_WEIGHT = 560
const LABEL_SIZE_REM = 0.8125

/**
 * Returns a function that measures text widths, with a cache.
 * Without a canvas it estimates from the number of letters.
 */
function textMeasure(element: Element): (text: string) => number {
  const widths = new Map<string, number>()
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return estimateTextWidth
  const px = LABEL_SIZE_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  context.font = `${LABEL_FONT_WEIGHT} ${px}px ${getComputedStyle(element).fontFamily}`
  return (text) => {
    const known = widths.get(text)
    if (known !== undefined) return known
    const width = Math.ceil(context.measureText(text).width)
    widths.set(text, width)
    return width
  }
}

interface MapItemProps {
  item: MapItemLabel
  targets: MapItemLinks
  /** True in the map's right half, where tooltips open to the left. */
  east: boolean
}

/** One item on the map: mark, label and link. */
function MapItem({ item, targets, east }: MapItemProps) {
  const { kind, id, at, label, lines } = item
  if (!label) return null
  const words = lines.map((line, n) => (
    // Without the space, screen readers would read the last word of one line and the first of the next as one word.
    <span key={line} className={n === 0 ? classes.name : classes.more}>
      {n > 0 && ' '}
      {line}
    </span>
  ))
  const radius = MAP_MARK_RADIUS_PX[kind]
  const mark = { width: 2 * radius, transform: `translate(${at.x - radius}px, ${at.y - radius}px)` }
  return (
    <>
      {radius > 0 && <i className={classes.mark} data-kind={kind} style={mark} />}
      <MapItemTarget item={item} targets={targets} east={east} data={kind === 'truck' ? { 'data-truck': id } : {}}>
        {words}
      </MapItemTarget>
    </>
  )
}

interface MapItemTargetProps extends MapItemProps {
  data: { 'data-truck'?: string }
  children: ReactNode
}

function MapItemTarget({
  item: { kind, id, says, label, routeId },
  targets,
  east,
  data,
  children,
}: MapItemTargetProps) {
  const shared = {
    ...data,
    className: `${classes.item} ws-hint`,
    style: { transform: `translate(${label?.left}px, ${label?.top}px)`, width: label?.width, height: label?.height },
    'data-kind': kind,
    'data-hint': says,
    'data-east': east || undefined,
  }
  const show = kind === 'truck' ? targets.truck({ truckId: id, routeId }) : undefined
  if (show)
    return (
      <button {...shared} type="button" aria-label={t`${says}. View details`} onClick={show}>
        {children}
      </button>
    )
  const address = kind === 'zone' ? targets.zone(id) : kind === 'site' ? targets.site : undefined
  if (address)
    return (
      <Link {...shared} to={address} aria-label={says}>
        {children}
      </Link>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: its description must be reachable without a pointer
    <span {...shared} role="img" aria-label={says} tabIndex={0}>
      {children}
    </span>
  )
}

interface UseMapOptions extends Pick<MapOptions, 'styleUrl' | 'chosen' | 'unstyled'> {
  drawn: ScheduleMapData
  bounds: Bounds
  failed(): void
}

function useMap(options: UseMapOptions) {
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(options)
  latest.current = options
  const [opened, setOpened] = useState<ScheduleMap | null>(null)
  const [pointedAt, setPointedAt] = useState<string | undefined>()
  const [isDrawn, setDrawn] = useState(false)
  const [, setView] = useState(0)
  useEffect(() => {
    if (!container.current) return
    const { styleUrl, bounds } = latest.current
    const open = tryOpenMap(() =>
      openScheduleMap({
        ...{ container: container.current as HTMLElement, styleUrl, bounds },
        drawn: () => latest.current.drawn,
        moved: () => setView((view) => view + 1),
        rested: () => setDrawn(true),
        unstyled: () => latest.current.unstyled(),
        pointed: setPointedAt,
        chosen: (zone) => latest.current.chosen(zone),
      }),
    )
    if (!open) return latest.current.failed()
    setOpened(open)
    return () => {
      setOpened(null)
      open.close()
    }
  }, [])
  const { drawn, bounds } = options
  // The effect does not read `drawn`: this dependency only reruns the effect when the data changes.
  useEffect(() => opened?.draw(), [opened, drawn])
  const whole = bounds.join()
  useEffect(() => opened?.show(whole.split(',').map(Number) as Bounds), [opened, whole])
  useRecolourOnThemeChange(opened)
  return { container, opened, pointedAt, isDrawn }
}
