/** System Configuration; without the server it shows the browser's last copy with a note. */
import { Alert, Button, Skeleton, Stack, Tabs } from '@mantine/core'
import { useEffect, useState } from 'react'
import { failureText } from '#web/calls/api.ts'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { remembered } from '#web/format/storage.ts'
import { exactTime } from '#web/format/times.ts'
import { useConfigurationQuery } from './calls.ts'
import classes from './configuration.module.css'
import { ConfigurationForm, type ConfigurationFormProps } from './configuration-form.tsx'
import { keepConfiguration, keptConfiguration } from './kept-configuration.ts'
import type { SectionName } from './section-names.ts'
import { Sections } from './sections.tsx'
import { ZonesSection } from './zones-section.tsx'

export function ConfigurationDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="System Configuration" size="xl" opened={opened} close={close} busy={busy}>
      <Content close={close} setBusy={setBusy} />
    </Dialog>
  )
}

function Content(given: Pick<ConfigurationFormProps, 'close' | 'setBusy'>) {
  const [typed, setTyped] = useState(false)
  const [section, setSection] = useState<SectionName>('zones')
  const props = { ...given, alsoUnsaved: typed, showSection: setSection }
  const { data, error, refetch } = useConfigurationQuery()
  const [kept] = useState(() => keptConfiguration(remembered))
  useEffect(() => {
    if (data) keepConfiguration(remembered, data, new Date())
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
  const reason = failureText(error, 'Failed to load the configuration')
  if (!kept) return <ErrorState message={reason} retry={refetch} />
  return (
    <Stack gap="md">
      <Alert color="statusProgress" variant="light" role="alert" title={reason}>
        <p>
          This is the copy of {exactTime(kept.keptAt)} that this browser kept. When somebody has changed the
          configuration since, you are told as you save.
        </p>
        <Button variant="default" size="sm" mih={44} onClick={() => void refetch()}>
          Retry
        </Button>
      </Alert>
      <Sections section={section === 'zones' ? 'customers' : section} setSection={setSection} without={['zones']}>
        <ConfigurationForm loaded={kept.config} {...props} />
      </Sections>
    </Stack>
  )
}
