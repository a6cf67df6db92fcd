/** An item of the map: mark, label and link. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './map-canvas.module.css'
import { type MapEntry, RADIUS } from './map-labels.ts'

/** Link targets of the map's items; an item without one is only described. */
export interface MapTargets {
  /** Returns the address of a zone. */
  zone(zone: string): string
  /** Address of sites, on another page. */
  site?: string
  /** Returns the action of a truck on duty; undefined without one. */
  truck(truck: { truckId: string; routeId?: string | undefined }): (() => void) | undefined
}

export interface MapItemProps {
  item: MapEntry
  targets: MapTargets
  /** True in the right half, where the tooltip opens to the left. */
  east: boolean
}

export function MapItem({ item, targets, east }: MapItemProps) {
  const { kind, id, at, label, lines } = item
  if (!label) return null
  const words = lines.map((line, n) => (
    // The space is for screen readers.
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: its description must be reachable without a pointer
    <span {...shared} role="img" aria-label={says} tabIndex={0}>
      {children}
    </span>
  )
}
