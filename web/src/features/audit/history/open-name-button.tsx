/** Button beside a pseudonym that reveals the person's name. Its dialog loads on first use. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { actionName } from '#web/lib/format/names.ts'
import { preloadHandlers } from '#web/ui/lazy-panel.tsx'
import type { Pseudonymous } from './open-name-dialog.tsx'

export const loadOpenName = async () => (await import('./open-name-dialog.tsx')).OpenNameDialog
const ahead = preloadHandlers(loadOpenName)

interface OpenNameButtonProps extends Pseudonymous {
  openName(of: Pseudonymous): void
}

export function OpenNameButton({ id, pseudonym, openName }: OpenNameButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      mih={44}
      aria-label={actionName(t`Show name`, pseudonym)}
      onClick={() => openName({ id, pseudonym })}
      {...ahead}
    >
      <Trans>Show name</Trans>
    </Button>
  )
}
