/** Update Waste Composition: a site's composition, typed by hand. */
import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { CompositionForm } from './composition-form.tsx'

export interface CompositionDialogProps extends DialogState {
  /** Initial site. */
  siteId?: string | undefined
}

export function CompositionDialog({ siteId, opened, close }: CompositionDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Update Waste Composition" size="lg" opened={opened} close={close} busy={busy}>
      <Content first={siteId} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface ContentProps {
  first: string | undefined
  close(): void
  setBusy(busy: boolean): void
}

function Content({ first, close, setBusy }: ContentProps) {
  const { rows: sites, status, error, retry } = useRoom('sites')
  const [chosen, setChosen] = useState(first ?? '')
  const site = sites.find(({ id }) => id === chosen)
  if (status === 'error') {
    return <ErrorState message={`Failed to fetch waste sites: ${error ?? 'no answer'}`} retry={retry} />
  }
  return (
    <Stack gap="md">
      <NativeSelect
        label="Dumping site"
        size="md"
        data={[
          { value: '', label: 'Please select a dumping site' },
          ...sites.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data-autofocus
      />
      {site && <CompositionForm key={site.id} site={site} sites={sites} close={close} setBusy={setBusy} />}
    </Stack>
  )
}
