/** One thing on the map: its mark, its words, and where it leads. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './map-canvas.module.css'
import { type Item, RADIUS } from './scene.ts'

/** Where things on the map lead; what leads nowhere says what it is. */
export interface MapTargets {
  /** The address that shows a zone. */
  zone(zone: string): string
  /** Where sites are shown, elsewhere than here. */
  site?: string
  /** Shows a truck that is under way; undefined where there is nothing to show of it. */
  truck(truck: { truckId: string; routeId?: string | undefined }): (() => void) | undefined
}

export interface MapItemProps {
  item: Item
  targets: MapTargets
  /** In the right half, so that what it says is written to the left. */
  east: boolean
}

export function MapItem({ item, targets, east }: MapItemProps) {
  const { kind, id, at, label, lines } = item
  if (!label) return null
  const words = lines.map((line, n) => (
    // The space is for those who hear it.
    <span key={line} className={n === 0 ? classes.name : classes.more}>
      {n > 0 && ' '}
      {line}
    </span>
  ))
  const radius = RADIUS[kind]
  const mark = { width: 2 * radius, transform: `translate(${at.x - radius}px, ${at.y - radius}px)` }
  return (
    <>
      {radius > 0 && <i className={classes.mark} data-kind={kind} style={mark} />}
      <Target item={item} targets={targets} east={east} data={kind === 'truck' ? { 'data-truck': id } : {}}>
        {words}
      </Target>
    </>
  )
}

interface TargetProps extends MapItemProps {
  data: { 'data-truck'?: string }
  children: ReactNode
}

function Target({ item: { kind, id, says, label, routeId }, targets, east, data, children }: TargetProps) {
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
      <button {...shared} type="button" aria-label={`${says}. View details`} onClick={show}>
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what it says must be reachable without a pointer
    <span {...shared} role="img" aria-label={says} tabIndex={0}>
      {children}
    </span>
  )
}
