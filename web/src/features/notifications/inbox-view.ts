/** State of the bell, its drawer and the page of notifications. */
import type { Notification } from '#contract/views.ts'
import type { RoomView } from '#web/feed/use-room.ts'

/** Notifications, newest first and without archived ones, and their freshness. */
export interface InboxView extends Omit<RoomView<Notification>, 'rows'> {
  inbox: readonly Notification[]
}

/** Returns true if the rows are those of the server, or were when it last responded. */
export const isKnown = ({ status }: Pick<InboxView, 'status'>) => status !== 'loading' && status !== 'error'
