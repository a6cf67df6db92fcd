/** One choice of a zone's collection: trucks, time, load, effort, cost and difference. */
import type { CollectionChoice } from '#contract/views.ts'
import { siteName } from '#web/features/collections/site-name.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { departureOf, figuresOf, titleOf, truckLine } from './choice-words.ts'
import classes from './plan-dialog.module.css'

export interface PlanChoiceProps {
  /** Name of the radio group. */
  name: string
  choice: CollectionChoice
  note: string
  /** True if it is no longer available. */
  gone: boolean
  checked: boolean
  choose(): void
}

export function PlanChoice({ name, choice, note, gone, checked, choose }: PlanChoiceProps) {
  const { rows: sites } = useRoom('sites')
  const { kind, siteId, trucks } = choice
  const id = `${name}-${kind}`
  return (
    <label className={classes.choice} data-choice={kind} data-gone={gone || undefined}>
      <span className={classes.head}>
        <input
          type="radio"
          name={name}
          value={kind}
          checked={checked}
          disabled={gone}
          onChange={choose}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-facts`}
          data-autofocus={kind === 'recommended' || undefined}
        />
        <b id={`${id}-title`}>{titleOf(choice)}</b>
      </span>
      <span id={`${id}-facts`} className={classes.facts}>
        <span>{gone ? 'Not offered any more' : departureOf(choice)}</span>
        <span className={classes.small}>{siteName(sites, siteId)}</span>
        <span className={classes.figures}>
          {figuresOf(choice).map(([of, figure]) => (
            <span key={of}>
              <span className={classes.small}>{of}</span> <b>{figure}</b>
            </span>
          ))}
        </span>
        {trucks.length > 1 &&
          trucks.map((truck) => (
            <span key={truck.vehicleId} className={classes.small}>
              {truckLine(truck)}
            </span>
          ))}
        <span className={classes.note}>{note}</span>
      </span>
    </label>
  )
}
