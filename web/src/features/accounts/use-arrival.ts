/** Start of a session after a sign-in, with the user's saved theme. */
import { useMantineColorScheme } from '@mantine/core'
import type { Session } from '#contract/views.ts'
import { keepDevice } from '#web/calls/devices.ts'
import { useSession } from '#web/calls/session.ts'
import { useAppDispatch } from '#web/calls/store.ts'
import { remembered } from '#web/format/storage.ts'
import { profileCalls } from './profile-calls.ts'
import { themeToFollow } from './saved-theme.ts'

/**
 * Returns a function that starts a session.
 * The theme follows once its settings have loaded; on failure the current one stays.
 */
export function useArrival(): (session: Session) => void {
  const { signIn } = useSession()
  const dispatch = useAppDispatch()
  const { setColorScheme } = useMantineColorScheme()
  return (session) => {
    keepDevice(session.device)
    signIn(session)
    if (session.user.mustChangePassword) return
    const asked = dispatch(profileCalls.endpoints.settings.initiate(undefined, { subscribe: false }))
    asked.then(({ data }) => {
      const theme = data && themeToFollow(remembered, session.user.id, data)
      if (theme) setColorScheme(theme)
    })
  }
}
