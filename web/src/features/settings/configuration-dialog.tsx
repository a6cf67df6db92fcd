/**
 * System Configuration.
 * Offline it shows the browser's stored copy with a note.
 */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Tabs.layer.css'
import { Alert, Button, Skeleton, Stack, Tabs, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ConfigurationView, ZoneCard } from '#contract/views.ts'
import { failureTextOf } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { type BrowserStorage, browserStorage } from '#web/lib/format/storage.ts'
import { formatExactTime } from '#web/lib/format/times.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type DialogState, useKeyboardScrollable } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './configuration.module.css'
import { type ConfigurationSectionName, getSectionLabels } from './configuration.ts'
import { ConfigurationSection } from './configuration-fields.tsx'
import { ConfigurationForm, type ConfigurationFormProps } from './configuration-form.tsx'
import { useConfigurationQuery } from './save-configuration.tsx'
import { CloseZoneForm, ZoneForm } from './zone-form.tsx'

/** Longer lists of zones have a search field. */
const FEW = 8

interface ZonesSectionProps {
  /** Called with true when a zone form has unsaved input, otherwise with false. */
  setTyped(typed: boolean): void
}

function ZonesSection({ setTyped }: ZonesSectionProps) {
  const { rows: zones } = useRoom('zones')
  const scroller = useKeyboardScrollable<HTMLUListElement>()
  const [search, setSearch] = useState('')
  /** Id of the edited zone; 'new' for a new one, or null. */
  const [edited, setEdited] = useState<string | null>(null)
  const shown = zones.filter(({ id, code }) => `${id} ${code}`.toLowerCase().includes(search.trim().toLowerCase()))
  const close = () => {
    setTyped(false)
    setEdited(null)
  }
  return (
    <ConfigurationSection
      title={t`Zones`}
      hint={t`${plural({ zones: zones.length }, { one: '# open zone', other: '# open zones' })}. Changes to zones apply at once, without saving.`}
      aside={
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={edited === 'new'}
          onClick={() => setEdited('new')}
        >
          <Trans>Open a zone</Trans>
        </Button>
      }
    >
      {edited === 'new' && <ZoneForm close={close} setTyped={setTyped} />}
      {zones.length > FEW && (
        <TextInput
          label={t`Search zones`}
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
    </ConfigurationSection>
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
        <span>{zone.id}</span> <span className={classes.hint}>{zone.code}</span>
      </p>
      <Button variant="subtle" size="sm" aria-label={accessibleActionNameOf(t`Move`, zone.id)} onClick={change}>
        <Trans>Move</Trans>
      </Button>
      <CloseZoneForm zone={zone} others={others} />
    </div>
  )
}

const KEY = 'wastesense_configuration'

interface StoredConfiguration {
  config: ConfigurationView
  /** Time (ISO 8601) at which the stored configuration was loaded from the server. */
  keptAt: string
}

function storeConfiguration(storage: BrowserStorage, config: ConfigurationView, now: Date): void {
  storage.setItem(KEY, JSON.stringify({ config, keptAt: now.toISOString() } satisfies StoredConfiguration))
}

/**
 * Returns the stored configuration or null.
 * Removes an unreadable copy.
 */
function storedConfiguration(storage: BrowserStorage): StoredConfiguration | null {
  const text = storage.getItem(KEY)
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as Partial<StoredConfiguration> | null
    if (kept?.config?.dumping_sites && kept.config.zone_customers && kept.keptAt) return kept as StoredConfiguration
  } catch (error) {
    console.warn('The kept configuration could not be read.', error)
  }
  storage.removeItem(KEY)
  return null
}

export function ConfigurationDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`System Configuration`} size="xl" opened={opened} close={close} busy={busy}>
      <Content close={close} setBusy={setBusy} />
    </Dialog>
  )
}

function Content(given: Pick<ConfigurationFormProps, 'close' | 'setBusy'>) {
  const [typed, setTyped] = useState(false)
  const [section, setSection] = useState<ConfigurationSectionName>('zones')
  const props = { ...given, alsoUnsaved: typed, showSection: setSection }
  const { data, error, refetch } = useConfigurationQuery()
  const [kept] = useState(() => storedConfiguration(browserStorage))
  useEffect(() => {
    if (data) storeConfiguration(browserStorage, data, new Date())
  }, [data])
  if (data)
    return (
      <Sections section={section} setSection={setSection}>
        <Tabs.Panel value="zones" className={classes.panel}>
          <ZonesSection setTyped={setTyped} />
        </Tabs.Panel>
        <ConfigurationForm loaded={data} {...props} />
      </Sections>
    )
  if (!error) return <Skeleton height={480} />
  const reason = failureTextOf(error, t`Failed to load the configuration`)
  if (!kept) return <ErrorState message={reason} retry={refetch} />
  const time = formatExactTime(kept.keptAt)
  return (
    <Stack gap="md">
      <Alert color="statusProgress" variant="light" role="alert" title={reason}>
        <p>
          <Trans>
            This is a copy that this browser stored at <span>{time}</span>. If someone has changed the configuration
            since then, you will see it when you save.
          </Trans>
        </p>
        <Button variant="default" size="sm" onClick={() => void refetch()}>
          <Trans>Retry</Trans>
        </Button>
      </Alert>
      <Sections section={section === 'zones' ? 'customers' : section} setSection={setSection} without={['zones']}>
        <ConfigurationForm loaded={kept.config} {...props} />
      </Sections>
    </Stack>
  )
}

interface SectionsProps {
  section: ConfigurationSectionName
  setSection(section: ConfigurationSectionName): void
  /** Sections of the configuration to hide. */
  without?: readonly ConfigurationSectionName[]
  children: ReactNode
}

function Sections({ section, setSection, without = [], children }: SectionsProps) {
  const names = (Object.keys(getSectionLabels()) as ConfigurationSectionName[]).filter(
    (name) => !without.includes(name),
  )
  return (
    <Tabs value={section} onChange={(next) => next && setSection(next as ConfigurationSectionName)} keepMounted>
      <Tabs.List className={classes.tabs} aria-label={t`Sections of the configuration`}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name} className={classes.tab}>
            {getSectionLabels()[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {children}
    </Tabs>
  )
}
