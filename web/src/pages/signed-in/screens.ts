/** Screens that every role has; each portal lists them. */
import { screen } from '#web/pages/screen.ts'

/** Profile, settings and security of the signed-in user. */
export const account = screen(() => import('./account.tsx'), 'Account')

/** Quality of the built-in detector, for roles that use its results. */
export const wasteDetector = screen(() => import('./waste-detector.tsx'), 'WasteDetector')

/** Screen that replaces all others until the user has chosen a password. */
export const ChoosePassword = screen(() => import('./choose-password.tsx'), 'ChoosePassword')
