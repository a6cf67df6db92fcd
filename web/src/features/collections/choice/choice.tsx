/** A list to choose from, one or several: each entry with its name and what there is to know of it. */
import { type ReactNode, type Ref, useId } from 'react'
import classes from './choice.module.css'

export interface Entry {
  id: string
  name: string
  about: ReactNode
  /** Can't be chosen any more, and only still here because a hand is at the list. */
  gone?: boolean
}

export interface ChoiceProps {
  legend: ReactNode
  /** Several may be chosen. */
  many?: boolean
  entries: readonly Entry[]
  chosen: readonly string[]
  choose(ids: readonly string[]): void
  /** Stands between the legend and the entries. */
  children?: ReactNode
  /** The focus begins at the first of them. */
  autofocus?: boolean
  error?: string | undefined
  ref?: Ref<HTMLFieldSetElement>
}

export function Choice({
  legend,
  many = false,
  entries,
  chosen,
  choose,
  autofocus,
  error,
  children,
  ref,
}: ChoiceProps) {
  const name = useId()
  const pick = (id: string, on: boolean) => {
    if (!many) return choose([id])
    choose(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  }
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} ref={ref}>
      <legend className={classes.legend}>{legend}</legend>
      {children}
      <div className={classes.options}>
        {entries.map((entry, index) => (
          <label key={entry.id} className={classes.option} data-gone={entry.gone || undefined}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name={name}
              value={entry.id}
              checked={chosen.includes(entry.id)}
              disabled={entry.gone}
              onChange={({ currentTarget }) => pick(entry.id, currentTarget.checked)}
              data-autofocus={(autofocus && index === 0) || undefined}
            />
            <span className={classes.words}>
              <b>{entry.name}</b>
              <span className={classes.hint}>{entry.about}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
