/** Shows a toast for an arrived notification, unless the list is open. */
import { useEffect, useRef } from 'react'
import type { Notification } from '#contract/views.ts'
import { toastNews } from '#web/ui/toasts.tsx'
import { arrivedSince } from './own-notifications.ts'

/** `loaded` means that the inbox is the server's; nothing counts as new before. */
export function useArrivalToast(inbox: readonly Notification[], loaded: boolean, listOpen: boolean): void {
  const seen = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!loaded) return
    const [newest, ...others] = arrivedSince(seen.current, inbox)
    seen.current = new Set([...(seen.current ?? []), ...inbox.map(({ id }) => id)])
    if (!newest || listOpen) return
    if (others.length === 0) toastNews(newest.title, newest.message)
    else toastNews(`${others.length + 1} new notifications`, newest.title)
  }, [inbox, loaded, listOpen])
}
