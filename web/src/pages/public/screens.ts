/** The public screens, for visitors and signed-in users. */
import { type Screen, screen } from '#web/pages/screen.ts'

const signIn = screen(() => import('./sign-in.tsx'), 'SignIn')
const signUp = screen(() => import('./sign-up.tsx'), 'SignUp')

export const publicScreens: readonly Screen[] = [
  { path: '/', page: screen(() => import('./landing.tsx'), 'Landing') },
  { path: '/auth/signin', page: signIn },
  { path: '/login', page: signIn },
  { path: '/auth/signup', page: signUp },
  { path: '/signup/resident', page: signUp },
  { path: '/auth/phone', page: screen(() => import('./claim-phone.tsx'), 'ClaimPhone') },
  { path: '/forgot-password', page: screen(() => import('./account-pages.tsx'), 'ForgotPassword') },
  { path: '/reset-password', page: screen(() => import('./account-pages.tsx'), 'ResetPassword') },
  { path: '/confirm-email', page: screen(() => import('./account-pages.tsx'), 'ConfirmEmail') },
  { path: '/account-deleted', page: screen(() => import('./account-pages.tsx'), 'AccountDeleted') },
  { path: '/demo', page: screen(() => import('./tour.tsx'), 'WatchDemo') },
  { path: '/demo/phone', page: screen(() => import('./demo-phone.tsx'), 'DemoPhone') },
  { path: '/help', page: screen(() => import('./articles.tsx'), 'Help') },
  { path: '/contact', page: screen(() => import('./articles.tsx'), 'Contact') },
  { path: '/privacy', page: screen(() => import('./legal.tsx'), 'Privacy') },
  { path: '/terms', page: screen(() => import('./legal.tsx'), 'Terms') },
]

/** Screen for every unknown address. */
export const NotFound = screen(() => import('./not-found.tsx'), 'NotFound')
