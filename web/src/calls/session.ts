/** Who is signed in: the part of the store, and the hook that screens ask. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import type { Session, User } from '#contract/views.ts'
import { signOutThere } from './sign-out.ts'

export interface SessionState {
  /** True until the remembered session has been read. */
  loading: boolean
  user: User | null
  token: string | null
  /** Its owner has just deleted the account, and is thanked instead of asked to sign in. */
  farewell?: true
}

const initialState: SessionState = { loading: true, user: null, token: null }

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** Signed in, restored, or given a new token. */
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

/** The state of every store that has a session in it. */
export interface WithSession {
  session: SessionState
}

/** The session, and how to start and end it. Both are remembered, and other tabs follow. */
export function useSession() {
  const session = useSelector((state: WithSession) => state.session)
  const dispatch = useDispatch()
  return {
    ...session,
    signIn: (started: Session) => dispatch(sessionStarted(started)),
    signOut() {
      if (session.token) void signOutThere(session.token)
      dispatch(sessionEnded())
    },
  }
}
