/** Start of a session after a sign-in, with the user's saved theme. */
import { useMantineColorScheme } from '@mantine/core'
import type { Session } from '#contract/views.ts'
import { storeDeviceToken, useSession } from '#web/lib/api/session.ts'
import { useAppDispatch } from '#web/lib/api/store.ts'
import { browserStorage } from '#web/lib/format/storage.ts'
import { profileCalls } from './profile-calls.ts'
import { themeToFollow } from './saved-theme.ts'

/**
 * Returns a function that starts a session.
 * The theme follows once its settings have loaded; on failure the current one stays.
 */
export function useStartSession(): (session: Session) => void {
  const { signIn } = useSession()
  const dispatch = useAppDispatch()
  const { setColorScheme } = useMantineColorScheme()
  return (session) => {
    storeDeviceToken(session.device)
    signIn(session)
    if (session.user.mustChangePassword) return
    const asked = dispatch(profileCalls.endpoints.settings.initiate(undefined, { subscribe: false }))
    asked.then(({ data }) => {
      const theme = data && themeToFollow(browserStorage, session.user.id, data)
      if (theme) setColorScheme(theme)
    })
  }
}
