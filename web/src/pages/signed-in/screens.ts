/** The screens that every role has, or may be shown: a portal lists them where it wants them. */
import { screen } from '#web/pages/screen.ts'

/** Profile, settings and security of whoever is signed in. */
export const account = screen(() => import('./account.tsx'), 'Account')

/** How good the built-in detector is: for everybody who works with what it says. */
export const wasteDetector = screen(() => import('./waste-detector.tsx'), 'WasteDetector')

/** Shown instead of every screen to whoever has a password that somebody else gave them. */
export const ChoosePassword = screen(() => import('./choose-password.tsx'), 'ChoosePassword')
