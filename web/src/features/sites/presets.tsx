/** Presets of a composition: this or another site, scaled to 100 %, or empty. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Site } from '#contract/views.ts'
import { isWhole, NO_SHARES, type Shares, scaled, sharesOf, totalOf } from '#web/components/materials/shares.ts'
import classes from './composition.module.css'

export interface PresetsProps {
  site: Site
  sites: readonly Site[]
  shares: Shares
  choose(shares: Shares): void
}

export function Presets({ site, sites, shares, choose }: PresetsProps) {
  const others = sites.filter(({ id }) => id !== site.id).slice(0, 2)
  return (
    <fieldset className={classes.presets}>
      <legend className={classes.legend}>Presets</legend>
      <Preset choose={() => choose(sharesOf(site))}>As it is now</Preset>
      {others.map((other) => (
        <Preset key={other.id} choose={() => choose(sharesOf(other))}>
          As {other.name}
        </Preset>
      ))}
      <Preset choose={() => choose(scaled(shares))} disabled={isWhole(shares) || totalOf(shares) <= 0}>
        Scale to 100%
      </Preset>
      <Preset choose={() => choose(NO_SHARES)}>Clear</Preset>
    </fieldset>
  )
}

function Preset({ choose, disabled, children }: { choose(): void; disabled?: boolean; children: ReactNode }) {
  return (
    <Button variant="default" size="xs" h={44} disabled={disabled} onClick={choose}>
      {children}
    </Button>
  )
}
