/** A list of the dumping sites to choose one from, each with how full it is. */
import { useId } from 'react'
import type { Site } from '#contract/views.ts'
import { amount } from '#web/format/numbers.ts'
import classes from './choice.module.css'

export interface SiteChoiceProps {
  sites: readonly Site[]
  chosen: string | null
  choose(id: string): void
  error?: string | undefined
}

export function SiteChoice({ sites, chosen, choose, error }: SiteChoiceProps) {
  const name = useId()
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={classes.legend}>Dumping site</legend>
      <div className={classes.options}>
        {sites.map((site, index) => (
          <label key={site.id} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={site.id}
              checked={site.id === chosen}
              onChange={() => choose(site.id)}
              data-autofocus={index === 0 || undefined}
            />
            <span className={classes.words}>
              <b>{site.name}</b>
              <span className={classes.hint}>
                {site.location} · {amount(site.currentCapacity)} of {amount(site.maxCapacity)} t
              </span>
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
