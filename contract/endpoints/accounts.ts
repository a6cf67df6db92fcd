/** Endpoints of accounts: sign-up, sign-in, passwords, settings, profile and deletion. */
import { z } from 'zod'
import { ROLES } from '#rules/city.ts'
import {
  BeginSecondFactor,
  ChangePassword,
  ChangeProfile,
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
import { endpointsOf, list, message, written } from '../door/endpoint.ts'
import { accounts as lines } from '../lines/accounts.ts'
import { Settings } from '../people/settings.ts'
import { ProfileFigures, Security, Session, User } from '../views/accounts.ts'
import { Access } from '../views/audit.ts'

const DemoAccount = z.object({ identifier: z.string(), label: z.string(), role: z.enum(ROLES) })

export const accounts = endpointsOf(lines, {
  signUp: {
    summary: 'Sign up as a resident',
    body: SignUp,
    answer: written(Session.shape),
  },
  signIn: {
    summary: 'Sign in with an email or an employee ID',
    body: SignIn,
    answer: Session,
  },
  me: {
    summary: "The token's owner",
    answer: z.object({ user: User }),
  },
  changePassword: {
    summary: 'Change the password; ends all other sessions',
    body: ChangePassword,
    answer: written({ message, token: z.string() }),
  },
  deleteAccount: {
    summary: 'Erase the own account (residents)',
    body: DeleteAccount,
    answer: written({ message }),
  },
  forgotPassword: {
    summary:
      'Ask for a link by mail that sets a new password; the answer is the same whether the account exists or not',
    body: ForgotPassword,
    answer: z.object({ message }),
  },
  resetPassword: {
    summary: 'Set a new password with the token of such a link; ends all sessions',
    body: ResetPassword,
    answer: z.object({ message }),
  },
  confirmEmail: {
    summary: 'Confirm an email with the token of the link that was mailed to it',
    body: ConfirmEmail,
    answer: written({ message }),
  },
  resendConfirmation: {
    summary: 'Ask for that link once more',
    answer: z.object({ message }),
  },
  signOut: {
    summary: 'End this session',
    answer: z.object({ message }),
  },
  security: {
    summary: "The reader's sessions and second factor",
    answer: Security,
  },
  endSession: {
    summary: 'End one of the own sessions',
    answer: z.object({ message }),
  },
  endOtherSessions: {
    summary: 'End all of the own sessions but this one',
    answer: z.object({ message, ended: z.number() }),
  },
  beginSecondFactor: {
    summary: 'Ask for the secret of a second factor (staff)',
    body: BeginSecondFactor,
    answer: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmSecondFactor: {
    summary: 'Switch it on with a code of it',
    body: ConfirmSecondFactor,
    answer: z.object({ message, recoveryCodes: z.array(z.string()) }),
  },
  endSecondFactor: {
    summary: 'Switch it off, with the password and a code',
    body: EndSecondFactor,
    answer: z.object({ message }),
  },
  ownAccesses: {
    summary: "Which auditors opened the caller's name, and why; newest first",
    answer: list('accesses', Access),
  },
  ownData: {
    summary: 'All that is kept about the caller, as JSON',
    file: { types: ['application/json'] },
  },
  settings: {
    summary: "The reader's settings",
    // `saved` is false for the defaults.
    answer: z.object({ settings: Settings, saved: z.boolean() }),
  },
  saveSettings: {
    summary: "Save the reader's settings",
    body: SaveSettings,
    answer: written({ settings: Settings }),
  },
  changeProfile: {
    summary: "Change the reader's own name and phone",
    body: ChangeProfile,
    answer: written({ user: User }),
  },
  profileFigures: {
    summary: "The figures of the reader's profile page",
    answer: z.object({ figures: ProfileFigures }),
  },
  demoAccounts: {
    summary: 'The seeded accounts, on a loopback demo only',
    answer: list('accounts', DemoAccount),
  },
  demoSignIn: {
    summary: 'Sign in as a seeded account, on a loopback demo only',
    body: z.object({ identifier: z.string().max(254) }),
    answer: Session,
  },
})
