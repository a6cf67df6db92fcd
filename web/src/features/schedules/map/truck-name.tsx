/** A truck in the map's table, with the action of its mark. */
import type { MapTargets } from './map-item.tsx'
import classes from './map-table.module.css'

export interface TruckNameProps {
  id: string
  /** Undefined without an action. */
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
