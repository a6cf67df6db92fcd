/** Asks why a bin was left; the chosen reason records the outcome. */
import { t } from '@lingui/core/macro'
import { Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { StopException } from '#domain/stop-outcomes.ts'
import { exceptionLabels } from '#web/lib/format/stop-exceptions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './driver.module.css'

const NOTE_LIMIT = 200

interface ReasonDialogProps {
  opened: boolean
  close(): void
  /** Reasons that the installation uses. */
  exceptions: readonly StopException[]
  choose(exception: StopException, note: string): void
  /** Control of the photo. */
  children: ReactNode
}

export function ReasonDialog({ opened, close, exceptions, choose, children }: ReasonDialogProps) {
  const [note, setNote] = useState('')
  const labels = exceptionLabels()
  // As the labels are listed: the most frequent first.
  const offered = (Object.keys(labels) as StopException[]).filter((code) => exceptions.includes(code))
  return (
    <Dialog title={t`Why was the bin left?`} opened={opened} close={close}>
      <Stack gap="md">
        {children}
        <TextInput
          label={t`Note (optional)`}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={NOTE_LIMIT}
          size="md"
          autoComplete="off"
        />
        <ul className={classes.reasons}>
          {offered.map((code) => (
            <li key={code}>
              <button type="button" className={classes.reason} onClick={() => choose(code, note.trim())}>
                {labels[code]}
              </button>
            </li>
          ))}
        </ul>
      </Stack>
    </Dialog>
  )
}
