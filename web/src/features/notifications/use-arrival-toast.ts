/** Says calmly that a notification has arrived, unless the list is open and shows it anyway. */
import { useEffect, useRef } from 'react'
import type { Notification } from '#contract/views.ts'
import { toastNews } from '#web/components/toasts.tsx'
import { arrivedSince } from './own-notifications.ts'

/** `loaded`: whether the inbox is what the server has; before that nothing counts as new. */
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
