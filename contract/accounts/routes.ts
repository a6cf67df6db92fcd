/** Routes of accounts: sign-up, sign-in, passwords, settings, profile and deletion. */
import { ROLES, STAFF_ROLES } from '#domain/city.ts'
import { create, file, get, post, put, remove } from '../http/route.ts'

export const accounts = {
  signUp: create('/auth/signup', 'public'),
  signIn: post('/auth/login', 'public'),
  me: get('/auth/me', 'any', { beforeOwnPassword: true }),
  changePassword: post('/auth/change-password', 'any', { beforeOwnPassword: true, endsSession: true }),
  deleteAccount: remove('/auth/account/:id', ROLES),
  forgotPassword: post('/auth/forgot-password', 'public'),
  resetPassword: post('/auth/reset-password', 'public'),
  confirmEmail: post('/auth/confirm-email', 'public'),
  resendConfirmation: post('/auth/confirm-email/resend', 'any'),
  signOut: post('/auth/logout', 'any', { beforeOwnPassword: true }),
  security: get('/auth/security', 'any'),
  endSession: remove('/auth/sessions/:id', 'any'),
  endOtherSessions: remove('/auth/sessions', 'any'),
  beginSecondFactor: post('/auth/second-factor', STAFF_ROLES),
  confirmSecondFactor: post('/auth/second-factor/confirm', STAFF_ROLES),
  endSecondFactor: remove('/auth/second-factor', 'any'),
  ownAccesses: get('/auth/accesses', 'any'),
  ownData: file('/auth/data', 'any'),
  settings: get('/auth/settings', 'any'),
  saveSettings: put('/auth/settings', 'any'),
  changeProfile: put('/auth/profile', 'any'),
  profileFigures: get('/auth/profile/figures', 'any'),
  requestPhoneCode: post('/auth/phone/code', ['resident']),
  linkPhone: post('/auth/phone', ['resident']),
  requestClaimCode: post('/auth/phone/claim-code', 'public'),
  claimByPhone: create('/auth/phone/claim', 'public'),
  demoAccounts: get('/auth/demo-accounts', 'public'),
  demoSignIn: post('/auth/demo-login', 'public'),
}
