/**
 * Provides the driver's route sheet: first from the phone, then the server.
 * Records actions on the phone for the outbox.
 */

import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { comparePositions } from '#contract/feed/protocol.ts'
import {
  commandFailureReasonOf,
  createId,
  failureReasonOf,
  type RequestFailure,
  type Store,
  useAppDispatch,
} from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useFeed } from '#web/lib/feed/feed-provider.tsx'
import { useLiveRefresh, useRefetchOnRoomChange } from '#web/lib/feed/use-room.ts'
import {
  type NewStopOutcome,
  readStoredSheet,
  recordDriverAction,
  recordOutcome,
  removeConfirmedActions,
  type StoredSheet,
  storedActionsOf,
  type UpdateStoredSheet,
  undoOutcome,
  updateStoredRouteSheet,
} from '#web/lib/outbox/action-store.ts'
import type { DriverAction, StoredAction } from '#web/lib/outbox/stored-action.ts'
import { storedActionsShown, useStoredActions } from '#web/lib/outbox/stored-report.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { createDriverActionCalls, useDriverSheetQuery } from './calls.ts'
import {
  applyDriverActions,
  applyStopOrder,
  mergeReceivedSheet,
  type RouteSheetState,
  type ServerRouteSheet,
  type StopOrder,
} from './sheet-state.ts'

export interface RouteSheetView {
  userId: string
  /**
   * The driver's route sheet.
   * Undefined until it is read from the phone or the server.
   */
  shown: RouteSheetState | undefined
  actions: readonly StoredAction[]
  stored: StoredSheet | undefined
  /** Error text if the driver's list of stops cannot be shown. */
  error: string | undefined
  retry(): void
  /** Stores the driver's order of the stops. */
  sort(order: StopOrder): void
  /** Hides the note that another person ended the collection. */
  dismissEnd(): void
}

const NONE: readonly StoredAction[] = []
const nothing = () => undefined

export function useRouteSheet(): RouteSheetView {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const kept = useStoredActions()
  const actions = kept ?? NONE
  const { stored, isRead, receive, change } = useStoredSheet(userId)
  const { data, error, refetch } = useDriverSheetQuery({})
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (isRead && data) receive(data, latest.current)
  }, [isRead, data, receive])
  useRefetchOnRoomChange('my-stops', refetch)
  useRefetchOnRoomChange('my-rounds', refetch)
  // Without a current collection, no feed room has rows of the driver's truck.
  // Any change in the feed then reloads the driver's list of stops.
  useLiveRefresh(stored?.sheet.scheduleId ? nothing : refetch, 'my-rounds')
  useFetchUntilShown(actions, data?.position, refetch)
  const shown = useMemo(() => stored && applyDriverActions(stored, actions), [stored, actions])
  const isReady = isRead && kept !== undefined
  return {
    userId,
    shown: isReady ? shown : undefined,
    actions,
    stored,
    error: isReady && !shown && error ? failureReasonOf(error) : undefined,
    retry: refetch,
    sort: useCallback((order) => change((sheet) => sheet && applyStopOrder(sheet, order)), [change]),
    dismissEnd: useCallback(() => change((sheet) => sheet && { ...sheet, endedZone: undefined }), [change]),
  }
}

/** Loads the driver's route sheet again once the server's rows include all sent actions. */
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

/** Channel on which the browser tabs of a phone announce changes of the list of stops. */
const SHEET_CHANNEL = 'driver-sheet'

/** Stores the driver's route sheet on the phone, for all open tabs. */
function useStoredSheet(userId: string) {
  const dispatch = useAppDispatch()
  const [stored, setStored] = useState<StoredSheet>()
  const [isRead, setRead] = useState(false)
  const latest = useRef(stored)
  const channel = useRef<BroadcastChannel>(undefined)
  /** Number of changes of the route sheet that are not stored yet. */
  const unsaved = useRef(0)

  const show = useCallback((sheet: StoredSheet | undefined) => {
    latest.current = sheet
    setStored(sheet)
  }, [])

  /**
   * Applies a change at once to the driver's route sheet on the screen.
   * Then saves the change and shows the saved route sheet, which all tabs share.
   */
  const change = useCallback(
    (apply: UpdateStoredSheet) => {
      const next = apply(latest.current)
      if (next) show(next)
      unsaved.current++
      updateStoredRouteSheet(userId, apply)
        .then(
          (sheet) => {
            channel.current?.postMessage(null)
            const isLast = unsaved.current === 1
            if (isLast && sheet && !isSame(sheet, latest.current)) show(sheet)
          },
          (error) => console.warn('The sheet could not be kept on this phone.', error),
        )
        .finally(() => unsaved.current--)
      return next
    },
    [userId, show],
  )

  useEffect(() => {
    let isGone = false
    async function read() {
      const [sheet, actions] = await Promise.all([readStoredSheet(userId), storedActionsOf(userId)]).catch(
        withoutStorage,
      )
      if (isGone) return
      show(sheet)
      dispatch(storedActionsShown(actions))
      setRead(true)
    }
    async function readAgain() {
      // If the stored route sheet is unreadable, the screen continues to show its current sheet.
      const sheet = await readStoredSheet(userId).catch(() => undefined)
      if (!isGone && sheet && unsaved.current === 0 && !isSame(sheet, latest.current)) show(sheet)
    }
    const tabs = new BroadcastChannel(SHEET_CHANNEL)
    tabs.addEventListener('message', () => void readAgain())
    channel.current = tabs
    void read()
    return () => {
      isGone = true
      channel.current = undefined
      tabs.close()
    }
  }, [userId, dispatch, show])

  const receive = useCallback(
    (received: ServerRouteSheet, actions: readonly StoredAction[]) => {
      const next = change((before) => {
        const kept = mergeReceivedSheet(before, received, actions)
        return kept && { userId, ...kept }
      })
      if (!next) return
      const isShown = (sentAs: string) => comparePositions(sentAs, received.position) <= 0
      removeConfirmedActions(userId, isShown).catch((error) => console.warn('Sent actions stay on this phone.', error))
    },
    [userId, change],
  )
  return { stored, isRead, receive, change }
}

const isSame = (one: StoredSheet, other: StoredSheet | undefined) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Handles a browser that cannot store data, such as a private window.
 * The list of stops then comes only from the server.
 */
function withoutStorage(error: unknown): [undefined, StoredAction[]] {
  console.warn('This browser keeps no sheet.', error)
  return [undefined, []]
}

/** Stores the driver's actions on the phone, for the outbox to send. */
export interface DriverActionRecorder {
  /**
   * Stores an outcome on the phone.
   * If the phone has no space, sends it to the server.
   * Returns true on success.
   */
  recordOutcome(outcome: NewStopOutcome): Promise<boolean>
  record(did: DriverAction): Promise<boolean>
  undo(outcome: StoredAction): Promise<void>
}

/** Returns functions that record actions and show failures to the driver. */
export function useDriverActionRecorder(userId: string): DriverActionRecorder {
  const store = useStore() as unknown as Store
  const refresh = async () => store.dispatch(storedActionsShown(await storedActionsOf(userId)))

  /** Sends an outcome directly, because the phone's storage is full. */
  async function sendAtOnce({ stopId, said }: NewStopOutcome): Promise<boolean> {
    const outcomes = [{ key: createId(), stopId, said }]
    const body = { sentAt: new Date().toISOString(), outcomes }
    const { results } = await createDriverActionCalls(store).serveStops(body)
    const [result] = results
    if (result?.position !== undefined) return true
    throw { status: result?.status ?? 0, message: result?.message ?? '' } satisfies RequestFailure
  }

  async function recordWithoutPhoto(outcome: NewStopOutcome): Promise<boolean> {
    try {
      await recordOutcome({ ...outcome, photo: undefined })
      showToast(
        'warning',
        t`The phone’s storage is full: the photo was not saved`,
        t`The stop is recorded without the photo.`,
      )
      return true
    } catch (error) {
      console.warn('This phone keeps nothing.', error)
    }
    try {
      await sendAtOnce(outcome)
      showToast('warning', t`Sent, but phone storage is full`, t`Free some storage before you lose the network.`)
      return true
    } catch (error) {
      const { status } = error as RequestFailure
      const why = status
        ? commandFailureReasonOf(error)
        : t`This phone’s storage is full, and there is no network. Free some space, then press again.`
      showToast('error', t`This stop is not recorded`, why)
      return false
    }
  }

  return {
    async recordOutcome(outcome) {
      try {
        await recordOutcome(outcome)
        return true
      } catch (error) {
        console.warn('This phone did not keep an outcome.', error)
        return recordWithoutPhoto(outcome)
      } finally {
        await refresh().catch(warnUnread)
      }
    },
    async record(did) {
      try {
        await recordDriverAction(userId, did)
        return true
      } catch (error) {
        console.warn('This phone did not keep a step.', error)
        showToast(
          'error',
          t`Your entry is not recorded`,
          t`This phone’s storage is full. Free some space, then press again.`,
        )
        return false
      } finally {
        await refresh().catch(warnUnread)
      }
    },
    async undo(outcome) {
      const isUndone = await undoOutcome(outcome)
      if (!isUndone) showToast('info', t`This was already sent`, t`Choose the stop in the list to correct it.`)
      await refresh()
    },
  }
}

function warnUnread(error: unknown): void {
  console.warn('The stored actions could not be read.', error)
}
