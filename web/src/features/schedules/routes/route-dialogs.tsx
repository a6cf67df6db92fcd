/** Dialogs of a route, loaded lazily; they show its current state while open. */

import { useRoom } from '#web/lib/feed/use-room.ts'
import { LazyDialog } from '#web/ui/lazy-panel.tsx'

export const loadDialog = {
  details: async () => (await import('./route-details.tsx')).RouteDetails,
  edit: async () => (await import('./edit-route.tsx')).EditRoute,
  stop: async () => (await import('./stop-route.tsx')).StopRoute,
}

/** Open dialog and its route, which stays during the closing animation. */
export interface RouteDialog {
  kind: keyof typeof loadDialog | null
  id: string
}

export interface RouteDialogsProps {
  dialog: RouteDialog
  turnTo(dialog: RouteDialog): void
}

export function RouteDialogs({ dialog: { kind, id }, turnTo }: RouteDialogsProps) {
  const { rows: routes } = useRoom('schedules')
  const route = routes.find((route) => route.id === id)
  if (!route) return null
  const close = () => turnTo({ kind: null, id })
  return Object.entries(loadDialog).map(([name, load]) => (
    <LazyDialog key={name} load={load} props={{ route, opened: kind === name, close }} />
  ))
}
