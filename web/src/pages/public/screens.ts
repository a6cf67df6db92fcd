/** List of the public screens, for visitors and signed-in users. */
import { lazyScreen, type Screen } from '#web/pages/screen.ts'

const signIn = lazyScreen(() => import('./sign-in.tsx'), 'SignIn')
const signUp = lazyScreen(() => import('./sign-up.tsx'), 'SignUp')

export const publicScreens: readonly Screen[] = [
  { path: '/', page: lazyScreen(() => import('./landing.tsx'), 'Landing') },
  { path: '/auth/signin', page: signIn },
  { path: '/login', page: signIn },
  { path: '/auth/signup', page: signUp },
  { path: '/signup/resident', page: signUp },
  { path: '/auth/phone', page: lazyScreen(() => import('./claim-phone.tsx'), 'ClaimPhone') },
  { path: '/forgot-password', page: lazyScreen(() => import('./account-pages.tsx'), 'ForgotPassword') },
  { path: '/reset-password', page: lazyScreen(() => import('./account-pages.tsx'), 'ResetPassword') },
  { path: '/confirm-email', page: lazyScreen(() => import('./account-pages.tsx'), 'ConfirmEmail') },
  { path: '/account-deleted', page: lazyScreen(() => import('./account-pages.tsx'), 'AccountDeleted') },
  { path: '/demo', page: lazyScreen(() => import('./demo.tsx'), 'WatchDemo') },
  { path: '/demo/phone', page: lazyScreen(() => import('./demo.tsx'), 'DemoPhone') },
  { path: '/help', page: lazyScreen(() => import('./articles.tsx'), 'Help') },
  { path: '/contact', page: lazyScreen(() => import('./articles.tsx'), 'Contact') },
  { path: '/privacy', page: lazyScreen(() => import('./legal.tsx'), 'Privacy') },
  { path: '/terms', page: lazyScreen(() => import('./legal.tsx'), 'Terms') },
]

/** Screen for every unknown address. */
export const NotFoundScreen = lazyScreen(() => import('./not-found.tsx'), 'NotFound')
