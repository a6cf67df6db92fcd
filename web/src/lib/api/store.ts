/** The Redux store: session, calls and added slices, synchronized with the browser's storage. */
import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import type { BrowserStorage } from '#web/lib/format/storage.ts'
import { api, type CallMiddleware } from './api.ts'
import { readSession, SESSION_KEY, sessionEnded, sessionSlice, sessionStarted, writeSession } from './session.ts'

/** The root reducer, to which features add slices with `rootReducer.inject(slice)`. */
export const rootReducer = combineSlices(sessionSlice, api)

/** Creates a Redux store. `through` is the middleware that answers calls in a replay. */
export function createStore(reducer = rootReducer, through?: CallMiddleware) {
  return configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: through } }).concat(api.middleware),
  })
}

export type Store = ReturnType<typeof createStore>
export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>()

/** Restores the stored session, stores every change of the session, and follows other tabs. */
export function syncSessionWithStorage(store: Store, storage: BrowserStorage, tab: Window): void {
  let last = store.getState().session
  let restoring = false

  const restore = () => {
    const stored = readSession(storage)
    restoring = true
    store.dispatch(stored ? sessionStarted(stored) : sessionEnded())
    restoring = false
  }

  store.subscribe(() => {
    const session = store.getState().session
    if (session === last) return
    const somebodyElse = session.user?.id !== last.user?.id
    last = session
    const { user, token } = session
    // A restored session is not stored again, because another tab may have signed out meanwhile.
    if (!restoring) writeSession(storage, user && token ? { user, token } : null)
    // Clears the cache of responses, because it contains another user's data.
    if (somebodyElse) store.dispatch(api.util.resetApiState())
  })
  tab.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) restore()
  })
  restore()
}
