/** State of the bell, its drawer and the page of notifications. */
import type { Notification } from '#contract/views.ts'
import { isLoaded, type RoomView } from '#web/lib/feed/use-room.ts'
import type { Counts } from './use-counts.ts'

/** Notifications, newest first and without archived ones, and their freshness. */
export interface InboxView extends Omit<RoomView<Notification>, 'rows'> {
  inbox: readonly Notification[]
}

/** An inbox with the counts over all notifications; undefined while these are unknown. */
export interface CountedInbox extends InboxView {
  counts: Counts | undefined
}

/** Returns true if the rows are those of the server, or were when it last responded. */
export const isKnown = ({ status }: Pick<InboxView, 'status'>) => isLoaded(status)
