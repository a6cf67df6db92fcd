/** Screens that every role has; each portal lists them. */
import { lazyScreen } from '#web/pages/screen.ts'

/** Profile, settings and security of the signed-in user. */
export const account = lazyScreen(() => import('./account.tsx'), 'Account')

/** Quality of the built-in detector, for roles that use its results. */
export const wasteDetector = lazyScreen(() => import('./waste-detector.tsx'), 'WasteDetector')

/** Screen that replaces all others until the user has chosen a password. */
export const ChoosePassword = lazyScreen(() => import('./choose-password.tsx'), 'ChoosePassword')
