/** Button that marks all notifications read. */

import { IconChecks } from '@tabler/icons-react'
import type { Notification } from '#contract/views.ts'
import { CommandButton } from '#web/ui/use-command.tsx'
import { useMarkRead } from './inbox.ts'

export interface MarkAllProps {
  of: readonly Notification[]
  /** Total of unread ones, if `of` is only a part. */
  unread?: number | undefined
  wereRead?: (ids: readonly string[]) => void
}

/** Always rendered, so that nothing moves when the last one is read. */
export function MarkAll({ of, unread: all = 0, wereRead }: MarkAllProps) {
  const { pending, markRead } = useMarkRead(wereRead)
  const unread = of.filter(({ read }) => !read).map(({ id }) => id)
  return (
    <CommandButton
      variant="default"
      mih={44}
      leftSection={<IconChecks size={18} aria-hidden="true" />}
      disabled={unread.length === 0}
      loading={pending}
      onClick={() => void markRead(unread)}
    >
      {all > unread.length ? 'Mark shown read' : 'Mark all read'}
    </CommandButton>
  )
}
