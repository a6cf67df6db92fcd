/** The map with its labels: zones, sites and trucks as buttons and links without overlap. */
import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Coordinates } from '#rules/first-zones.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { type Areas, areasOf, boundsOf, reachOf, wayLinesOf } from './areas.ts'
import classes from './map-canvas.module.css'
import { MapItem, type MapTargets } from './map-item.tsx'
import { measuring } from './measure.ts'
import { type City, sceneOf } from './scene.ts'
import { useMap } from './use-map.ts'
import type { Way } from './ways.ts'

const STEP_MS = 5_000

export interface MapCanvasProps {
  city: City
  ways: readonly Way[]
  targets: MapTargets
  /** Map style of the installation. */
  styleUrl: string | undefined
  /** Runs if the browser cannot draw the map. */
  failed(): void
  /** Runs if the installation's style fails to load. */
  unstyled(): void
}

export function MapCanvas({ city, ways, targets, styleUrl, failed, unstyled }: MapCanvasProps) {
  const { zones, sites } = city
  const navigate = useNavigate()
  const drawn = useMemo(() => ({ areas: areasOf(zones), ways: wayLinesOf(ways, zones, sites) }), [zones, sites, ways])
  const bounds = boundsOf(drawn.areas, sites) ?? [0, 0, 0, 0]
  const chosen = (zone: string) => void navigate(targets.zone(zone))
  const { container, opened, pointedAt, isDrawn } = useMap({ styleUrl, drawn, bounds, failed, unstyled, chosen })
  const now = useNow(STEP_MS)
  return (
    <div className={classes.map} data-drawn={isDrawn || undefined}>
      <div ref={container} className={classes.canvas} />
      {opened && <Items city={city} areas={drawn.areas} targets={targets} open={opened} now={now} zone={pointedAt} />}
      {opened && (
        <div className={classes.controls}>
          <Control label="Zoom in" icon={IconPlus} press={() => opened.map.zoomIn()} />
          <Control label="Zoom out" icon={IconMinus} press={() => opened.map.zoomOut()} />
          <Control label="Show all of the map" icon={IconFocusCentered} press={() => opened.show(bounds, true)} />
        </div>
      )}
    </div>
  )
}

interface ItemsProps {
  city: City
  areas: Areas
  targets: MapTargets
  open: NonNullable<ReturnType<typeof useMap>['opened']>
  now: number
  zone: string | undefined
}

/** Returns the size of the controls with margin, larger on touch screens. */
const controls = () =>
  window.matchMedia('(pointer: coarse)').matches ? { width: 60, height: 156 } : { width: 48, height: 120 }

/** Size of the roads' attribution, in px. */
const CREDIT = { width: 190, height: 26 }

function Items({ city, areas, targets, open: { map }, now, zone }: ItemsProps) {
  const container = map.getContainer()
  const taken = controls()
  // The library sets its own font on the container.
  const widthOf = useMemo(() => measuring(container.parentElement ?? container), [container])
  const { clientWidth: width, clientHeight: height } = container
  const scenery = {
    ...{ width, height, now, zone, widthOf },
    project: (place: Coordinates) => map.project(place),
    reach: reachOf(areas, (place) => map.project(place)),
    kept: [
      { ...taken, left: width - taken.width, top: 0 },
      { ...CREDIT, left: width - CREDIT.width, top: height - CREDIT.height },
    ],
  }
  return (
    <div className={classes.items}>
      {sceneOf(city, scenery).map((item) => (
        <MapItem key={`${item.kind} ${item.id}`} item={item} targets={targets} east={item.at.x > width / 2} />
      ))}
    </div>
  )
}

interface ControlProps {
  label: string
  icon: typeof IconPlus
  press(): void
}

const Control = ({ label, icon: Icon, press }: ControlProps) => (
  <ActionIcon variant="default" size={32} className={classes.control} aria-label={label} onClick={press}>
    <Icon size={16} aria-hidden="true" />
  </ActionIcon>
)
