/** The accounts' endpoints: signing up and in, passwords, settings, the profile, and leaving. */
import { z } from 'zod'
import { ROLES, type Role } from '#rules/city.ts'
import {
  BeginSecondFactor,
  ChangePassword,
  ConfirmEmail,
  ConfirmSecondFactor,
  DeleteAccount,
  EndSecondFactor,
  ForgotPassword,
  ResetPassword,
  SaveSettings,
  SignIn,
  SignUp,
} from '../commands/accounts.ts'
import { create, get, list, message, post, put, remove, written } from '../endpoint.ts'
import { Settings } from '../settings.ts'
import { ProfileFigures, Security, Session, User } from '../views/accounts.ts'

const DemoAccount = z.object({ identifier: z.string(), label: z.string(), role: z.enum(ROLES) })

const staff: readonly Role[] = ['dispatcher', 'recycler', 'admin', 'auditor']

export const accounts = {
  signUp: create('/auth/signup', 'public', 'Sign up as a resident', { body: SignUp, answer: written(Session.shape) }),
  signIn: post('/auth/login', 'public', 'Sign in with an email or an employee ID', { body: SignIn, answer: Session }),
  me: get('/auth/me', 'any', "The token's owner", { beforeOwnPassword: true, answer: z.object({ user: User }) }),
  changePassword: post('/auth/change-password', 'any', 'Change the password; ends all other sessions', {
    beforeOwnPassword: true,
    endsSession: true,
    body: ChangePassword,
    answer: written({ message, token: z.string() }),
  }),
  deleteAccount: remove('/auth/account/:id', ROLES, 'Erase the own account (residents)', {
    body: DeleteAccount,
    answer: written({ message }),
  }),
  forgotPassword: post(
    '/auth/forgot-password',
    'public',
    'Ask for a link by mail that sets a new password; the answer is the same whether the account exists or not',
    { body: ForgotPassword, answer: z.object({ message }) },
  ),
  resetPassword: post(
    '/auth/reset-password',
    'public',
    'Set a new password with the token of such a link; ends all sessions',
    { body: ResetPassword, answer: z.object({ message }) },
  ),
  confirmEmail: post(
    '/auth/confirm-email',
    'public',
    'Confirm an email with the token of the link that was mailed to it',
    {
      body: ConfirmEmail,
      answer: written({ message }),
    },
  ),
  resendConfirmation: post('/auth/confirm-email/resend', 'any', 'Ask for that link once more', {
    answer: z.object({ message }),
  }),
  signOut: post('/auth/logout', 'any', 'End this session', { beforeOwnPassword: true, answer: z.object({ message }) }),
  security: get('/auth/security', 'any', "The reader's sessions and second factor", { answer: Security }),
  endSession: remove('/auth/sessions/:id', 'any', 'End one of the own sessions', { answer: z.object({ message }) }),
  endOtherSessions: remove('/auth/sessions', 'any', 'End all of the own sessions but this one', {
    answer: z.object({ message, ended: z.number() }),
  }),
  beginSecondFactor: post('/auth/second-factor', staff, 'Ask for the secret of a second factor (staff)', {
    body: BeginSecondFactor,
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmSecondFactor: post('/auth/second-factor/confirm', staff, 'Switch it on with a code of it', {
    body: ConfirmSecondFactor,
    answer: z.object({ message, recoveryCodes: z.array(z.string()) }),
  }),
  endSecondFactor: remove('/auth/second-factor', 'any', 'Switch it off, with the password and a code', {
    body: EndSecondFactor,
    answer: z.object({ message }),
  }),
  settings: get('/auth/settings', 'any', "The reader's settings", {
    // Not `saved`: the defaults, which nobody chose.
    answer: z.object({ settings: Settings, saved: z.boolean() }),
  }),
  saveSettings: put('/auth/settings', 'any', "Save the reader's settings", {
    body: SaveSettings,
    answer: written({ settings: Settings }),
  }),
  profileFigures: get('/auth/profile/figures', 'any', "The figures of the reader's profile page", {
    answer: z.object({ figures: ProfileFigures }),
  }),
  demoAccounts: get('/auth/demo-accounts', 'public', 'The seeded accounts, on a loopback demo only', {
    answer: list('accounts', DemoAccount),
  }),
  demoSignIn: post('/auth/demo-login', 'public', 'Sign in as a seeded account, on a loopback demo only', {
    body: z.object({ identifier: z.string().max(254) }),
    answer: Session,
  }),
}
