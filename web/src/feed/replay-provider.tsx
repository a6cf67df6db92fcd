/** Provides a replay store and its feed: screens inside show one moment, with commands disabled. */
import { type ReactNode, useEffect, useState } from 'react'
import { Provider, useDispatch } from 'react-redux'
import type { Role } from '#rules/city.ts'
import { type Moment, REPLAY_OFF, type WithMoment } from '#web/calls/moment.ts'
import { sessionEnded, sessionStarted, useSession } from '#web/calls/session.ts'
import type { Store } from '#web/calls/store.ts'
import { ClockContext, type Off, OffContext } from '#web/hooks/past.ts'
import { FeedContext } from './feed-provider.tsx'
import { createPastStore } from './past-store.ts'
import { type Awaited, openReplay, type Replay } from './replay.ts'

const OFF: Off = { disabled: true, title: REPLAY_OFF }

/** A replay as one role. */
export interface Past {
  opened: { store: Store; replay: Replay } | null
  /** Visible moment; null before the first response. */
  moment: Moment | null
  /** Requested moment that is not visible yet. */
  awaited: Awaited | null
}

const momentOf = (store: Store) => (store.getState() as WithMoment).moment ?? null

/** Opens a replay for the signed-in auditor with the screens of `role` at `at`. */
export function usePast(role: Role, at: string | null): Past {
  const { user, token } = useSession()
  const dispatch = useDispatch()
  const [opened, setOpened] = useState<Past['opened']>(null)
  const [moment, setMoment] = useState<Moment | null>(null)
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  useEffect(() => {
    if (!user || !token) return
    const store = createPastStore()
    // The server identifies the token's owner; the screens render for the role.
    store.dispatch(sessionStarted({ token, user: { ...user, role, name: '' } }))
    const stop = store.subscribe(() => {
      setMoment(momentOf(store))
      if (!store.getState().session.token) dispatch(sessionEnded())
    })
    const replay = openReplay({ store, reader: { id: user.id, role }, tell: setAwaited })
    setOpened({ store, replay })
    return () => {
      stop()
      replay.close()
    }
  }, [user, token, role, dispatch])
  useEffect(() => {
    if (at !== null) opened?.replay.show(at)
  }, [opened, at])
  return { opened, moment, awaited }
}

export interface PastProviderProps {
  past: Past
  children: ReactNode
}

/** Renders its children once there is a moment. */
export function PastProvider({ past: { opened, moment }, children }: PastProviderProps) {
  if (!opened || !moment) return null
  return (
    <Provider store={opened.store}>
      <FeedContext value={opened.replay}>
        <ClockContext value={Date.parse(moment.time)}>
          <OffContext value={OFF}>{children}</OffContext>
        </ClockContext>
      </FeedContext>
    </Provider>
  )
}
