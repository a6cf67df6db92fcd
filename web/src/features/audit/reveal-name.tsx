/**
 * Button that reveals a pseudonym's real name.
 * Its dialog loads on first use.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import type { PseudonymousPerson } from './reason-dialogs.tsx'

const loadDialog = async () => (await import('./reason-dialogs.tsx')).RevealNameDialog
const preloadDialog = createPreloadHandlers(loadDialog)

interface RevealNameState {
  /** True while the dialog is open. */
  isOpened: boolean
  /** Opens the dialog for a person. */
  open(person: PseudonymousPerson): void
  /** The dialog's element; undefined until the dialog was opened for the first time. */
  dialog: ReactNode
}

/**
 * Returns the state of the dialog that reveals a person's name.
 * All buttons of a list share one dialog.
 */
export function useRevealName(): RevealNameState {
  const [person, setPerson] = useState<PseudonymousPerson>()
  const [isOpened, setOpened] = useState(false)
  function open(of: PseudonymousPerson) {
    setPerson(of)
    setOpened(true)
  }
  const dialog = person && (
    <LazyDialog load={loadDialog} props={{ person, opened: isOpened, close: () => setOpened(false) }} />
  )
  return { isOpened, open, dialog }
}

interface RevealNameButtonProps extends PseudonymousPerson {
  open(person: PseudonymousPerson): void
}

export function RevealNameButton({ id, pseudonym, open }: RevealNameButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      mih={44}
      aria-label={accessibleActionNameOf(t`Show name`, pseudonym)}
      onClick={() => open({ id, pseudonym })}
      {...preloadDialog}
    >
      <Trans>Show name</Trans>
    </Button>
  )
}
