/** Button beside a pseudonym that reveals the person's name. Its dialog loads on first use. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { accessibleActionName } from '#web/lib/format/names.ts'
import { createPreloadHandlers } from '#web/ui/lazy-panel.tsx'
import type { PseudonymousPerson } from './reason-dialogs.tsx'

export const loadRevealNameDialog = async () => (await import('./reason-dialogs.tsx')).RevealNameDialog
const ahead = createPreloadHandlers(loadRevealNameDialog)

interface OpenNameButtonProps extends PseudonymousPerson {
  openName(of: PseudonymousPerson): void
}

export function RevealNameButton({ id, pseudonym, openName }: OpenNameButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      mih={44}
      aria-label={accessibleActionName(t`Show name`, pseudonym)}
      onClick={() => openName({ id, pseudonym })}
      {...ahead}
    >
      <Trans>Show name</Trans>
    </Button>
  )
}
