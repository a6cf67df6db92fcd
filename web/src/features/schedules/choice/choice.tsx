/** A list with single or multiple choice; each entry has a name and details. */
import { type ReactNode, type Ref, useId } from 'react'
import classes from './choice.module.css'

export interface Entry {
  id: string
  name: string
  about: ReactNode
  /** True for an entry that is no longer available but stays frozen during interaction. */
  gone?: boolean
}

export interface ChoiceProps {
  legend: ReactNode
  /** Allows multiple choice. */
  many?: boolean
  entries: readonly Entry[]
  chosen: readonly string[]
  choose(ids: readonly string[]): void
  /** Content between the legend and the entries. */
  children?: ReactNode
  /** Gives the first entry the initial focus. */
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
