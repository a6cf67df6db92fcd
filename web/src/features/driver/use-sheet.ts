/** The driver's sheet: read from the phone at once, then from the server, live. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { comparePositions } from '#contract/feed/positions.ts'
import { failureReason } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useAppDispatch } from '#web/lib/api/store.ts'
import { useFeed } from '#web/lib/feed/feed-provider.tsx'
import { useLiveRefresh, useRefreshWith } from '#web/lib/feed/use-room.ts'
import { actionsOf, forgetShown, type StoredSheet, storedSheetOf, storeSheet } from '#web/lib/outbox/action-store.ts'
import type { StoredAction } from '#web/lib/outbox/stored-action.ts'
import { actionsShown, useActions } from '#web/lib/outbox/stored-report.ts'
import { useDriverSheetQuery } from './calls.ts'
import { keptAfter, type Received, type ShownSheet, withActions } from './sheet-state.ts'

export interface SheetView {
  userId: string
  /** Undefined until the phone or the server has answered. */
  shown: ShownSheet | undefined
  actions: readonly StoredAction[]
  stored: StoredSheet | undefined
  /** Error text while there is no sheet to show. */
  error: string | undefined
  retry(): void
  /** Changes what the phone keeps beside the sheet. */
  keep(change: Pick<StoredSheet, 'order'> | Pick<StoredSheet, 'endedZone'>): void
}

const NONE: readonly StoredAction[] = []
const nothing = () => undefined

export function useSheet(): SheetView {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const kept = useActions()
  const actions = kept ?? NONE
  const { stored, isRead, receive, keep } = useStoredSheet(userId)
  const { data, error, refetch } = useDriverSheetQuery({})
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (isRead && data) receive(data, latest.current)
  }, [isRead, data, receive])
  useRefreshWith('my-stops', refetch)
  useRefreshWith('my-rounds', refetch)
  // Without a collection no row of this truck tells of a change.
  useLiveRefresh(stored?.sheet.scheduleId ? nothing : refetch, 'my-rounds')
  useFetchUntilShown(actions, data?.position, refetch)
  const shown = useMemo(() => stored && withActions(stored, actions), [stored, actions])
  const isReady = isRead && kept !== undefined
  return {
    userId,
    shown: isReady ? shown : undefined,
    actions,
    stored,
    error: isReady && !shown && error ? failureReason(error) : undefined,
    retry: refetch,
    keep,
  }
}

/** Fetches the sheet again once the server's rows include what was sent. */
function useFetchUntilShown(actions: readonly StoredAction[], position: string | undefined, refetch: () => unknown) {
  const feed = useFeed()
  const sent = actions.flatMap(({ sentAs }) => (sentAs === undefined ? [] : [sentAs])).sort(comparePositions)
  const newest = sent.at(-1)
  const isShown = newest === undefined || (position !== undefined && comparePositions(newest, position) <= 0)
  useEffect(() => {
    if (isShown || newest === undefined) return
    feed.arrived('my-stops', newest).then(refetch, nothing)
  }, [feed, isShown, newest, refetch])
}

/** Keeps the sheet on the phone. */
function useStoredSheet(userId: string) {
  const dispatch = useAppDispatch()
  const [stored, setStored] = useState<StoredSheet>()
  const [isRead, setRead] = useState(false)
  const latest = useRef(stored)

  const put = useCallback((next: StoredSheet) => {
    latest.current = next
    setStored(next)
    storeSheet(next).catch((error) => console.warn('The sheet could not be kept on this phone.', error))
  }, [])

  useEffect(() => {
    let isGone = false
    async function read() {
      const [sheet, actions] = await Promise.all([storedSheetOf(userId), actionsOf(userId)]).catch(notKept)
      if (isGone) return
      latest.current = sheet
      setStored(sheet)
      dispatch(actionsShown(actions))
      setRead(true)
    }
    void read()
    return () => {
      isGone = true
    }
  }, [userId, dispatch])

  const receive = useCallback(
    (received: Received, actions: readonly StoredAction[]) => {
      const next = keptAfter(latest.current, received, actions)
      if (!next) return
      put({ userId, ...next })
      const isShown = (sentAs: string) => comparePositions(sentAs, received.position) <= 0
      forgetShown(userId, isShown).catch((error) => console.warn('Sent actions stay on this phone.', error))
    },
    [userId, put],
  )

  const keep = useCallback(
    (change: Partial<StoredSheet>) => latest.current && put({ ...latest.current, ...change }),
    [put],
  )
  return { stored, isRead, receive, keep }
}

/** A private window keeps nothing; the server's sheet is shown. */
function notKept(error: unknown): [undefined, StoredAction[]] {
  console.warn('This browser keeps no sheet.', error)
  return [undefined, []]
}
