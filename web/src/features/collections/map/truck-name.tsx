/** A truck in the table that stands for the map: it leads where the truck's mark does. */
import type { MapTargets } from './map-item.tsx'
import classes from './map-table.module.css'

export interface TruckNameProps {
  id: string
  /** Undefined where there is nothing to show of it. */
  show: ReturnType<MapTargets['truck']>
}

export function TruckName({ id, show }: TruckNameProps) {
  if (!show) return id
  return (
    <button
      type="button"
      className={`${classes.link} ${classes.button}`}
      aria-label={`${id}. View details`}
      onClick={show}
    >
      {id}
    </button>
  )
}
