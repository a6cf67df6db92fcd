/** List of the screens that every role has. Each portal includes them. */
import { lazyScreen } from '#web/pages/screen.ts'

/** Screen with profile, settings and security of the signed-in user. */
export const account = lazyScreen(() => import('./account.tsx'), 'Account')

/** Screen about the quality of the built-in detector, for roles that use its results. */
export const wasteDetector = lazyScreen(() => import('./waste-detector.tsx'), 'WasteDetector')

/** Screen that replaces all others until the user has chosen a new password. */
export const ChoosePassword = lazyScreen(() => import('./choose-password.tsx'), 'ChoosePassword')
