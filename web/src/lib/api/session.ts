/** The signed-in user: slice of the store, and the hook for screens. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import type { Session, User } from '#contract/views.ts'
import { signOutOnServer } from './sign-out.ts'

export interface SessionState {
  /** True until the stored session has been read. */
  loading: boolean
  user: User | null
  token: string | null
  /** The user has just deleted the account and sees a farewell instead of the sign-in. */
  farewell?: true
}

const initialState: SessionState = { loading: true, user: null, token: null }

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** After a sign-in, a restore or a token renewal. */
    sessionStarted: (_state, { payload }: PayloadAction<Session>): SessionState => ({
      loading: false,
      user: payload.user,
      token: payload.token,
    }),
    sessionEnded: (): SessionState => ({ loading: false, user: null, token: null }),
    accountDeleted: (): SessionState => ({ loading: false, user: null, token: null, farewell: true }),
  },
})

export const { sessionStarted, sessionEnded, accountDeleted } = sessionSlice.actions

/** State of a store with a session. */
export interface WithSession {
  session: SessionState
}

/**
 * Returns the session with functions to start and end it.
 * The browser stores both changes, and other tabs follow.
 */
export function useSession() {
  const session = useSelector((state: WithSession) => state.session)
  const dispatch = useDispatch()
  return {
    ...session,
    signIn: (started: Session) => dispatch(sessionStarted(started)),
    signOut() {
      if (session.token) void signOutOnServer(session.token)
      dispatch(sessionEnded())
    },
  }
}
