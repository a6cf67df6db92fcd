/** The city's zones: open, move and close; changes apply at once. */
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ZoneCard } from '#contract/views.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useScroller } from '#web/hooks/scroller.ts'
import { CloseZone } from './close-zone.tsx'
import classes from './configuration.module.css'
import { Section } from './section.tsx'
import { ZoneForm } from './zone-form.tsx'

/** Beyond this number the list has a search field. */
const FEW = 8

export interface ZonesSectionProps {
  /** Reports unsaved input to the dialog. */
  setTyped(typed: boolean): void
}

export function ZonesSection({ setTyped }: ZonesSectionProps) {
  const { rows: zones } = useRoom('zones')
  const scroller = useScroller<HTMLUListElement>()
  const [search, setSearch] = useState('')
  /** Id of the edited zone; 'new' for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  const shown = zones.filter(({ id, code }) => `${id} ${code}`.toLowerCase().includes(search.trim().toLowerCase()))
  const close = () => {
    setTyped(false)
    setEdited(null)
  }
  return (
    <Section
      title="Zones"
      hint={`${zones.length} open. Opening, moving and closing one holds at once.`}
      aside={
        <Button
          variant="default"
          size="sm"
          mih={44}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={edited === 'new'}
          onClick={() => setEdited('new')}
        >
          Open a zone
        </Button>
      }
    >
      {edited === 'new' && <ZoneForm close={close} setTyped={setTyped} />}
      {zones.length > FEW && (
        <TextInput
          label="Search zones"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul {...scroller} className={classes.zones}>
        {shown.map((zone) => (
          <li key={zone.id} className={classes.site} data-zone={zone.id}>
            {edited === zone.id ? (
              <ZoneForm zone={zone} close={close} setTyped={setTyped} />
            ) : (
              <OneZone zone={zone} zones={zones} change={() => setEdited(zone.id)} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface OneZoneProps {
  zone: ZoneCard
  zones: readonly ZoneCard[]
  change(): void
}

function OneZone({ zone, zones, change }: OneZoneProps) {
  const others = zones.filter(({ id }) => id !== zone.id).map(({ id }) => id)
  return (
    <div className={classes.zone}>
      <p className={classes.zoneName}>
        {zone.id} <span className={classes.hint}>{zone.code}</span>
      </p>
      <Button variant="subtle" size="sm" mih={44} aria-label={`Place ${zone.id} on the map`} onClick={change}>
        Place
      </Button>
      <CloseZone zone={zone} others={others} />
    </div>
  )
}
