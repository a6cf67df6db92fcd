/** Endpoints of accounts: sign-up, sign-in, passwords, settings, profile and deletion. */
import { z } from 'zod'
import { ROLES } from '#domain/city.ts'
import { PersonAccess } from '../audit/views.ts'
import { commandAnswerSchema, defineEndpoints, listAnswerSchema, message } from '../http/endpoint.ts'
import {
  BeginSecondFactor,
  ChangePassword,
  ChangeProfile,
  ClaimAccountByPhone,
  ConfirmEmail,
  ConfirmSecondFactor,
  DeleteAccount,
  EndSecondFactor,
  ForgotPassword,
  LinkPhone,
  RequestPhoneCode,
  RequestPhoneLinkCode,
  ResetPassword,
  ResetPasswordByPhone,
  SaveSettings,
  SignIn,
  SignUp,
} from './commands.ts'
import { accountEndpointRoutes as lines } from './routes.ts'
import { AccountSecurity, AccountSettings, ProfileStatistics, Session, User } from './views.ts'

const DemoAccount = z.object({ identifier: z.string(), label: z.string(), role: z.enum(ROLES) })

export const accountEndpoints = defineEndpoints(lines, {
  signUp: {
    summary: 'Sign up as a resident',
    body: SignUp,
    answer: commandAnswerSchema(Session.shape),
  },
  signIn: {
    summary: 'Sign in with an email or an employee ID',
    body: SignIn,
    answer: Session,
  },
  me: {
    summary: 'The signed-in user',
    answer: z.object({ user: User }),
  },
  changePassword: {
    summary: 'Change the password; ends all other sessions',
    body: ChangePassword,
    answer: commandAnswerSchema({ message, token: z.string() }),
  },
  deleteAccount: {
    summary: 'Delete your own account (residents)',
    body: DeleteAccount,
    answer: commandAnswerSchema({ message }),
  },
  forgotPassword: {
    summary: 'Request a password reset link by email; the response is the same for unknown accounts',
    body: ForgotPassword,
    answer: z.object({ message }),
  },
  resetPassword: {
    summary: 'Set a new password with the token of a reset link; ends all sessions',
    body: ResetPassword,
    answer: z.object({ message }),
  },
  confirmEmail: {
    summary: 'Confirm an email with the token of a mailed link',
    body: ConfirmEmail,
    answer: commandAnswerSchema({ message }),
  },
  resendConfirmation: {
    summary: 'Request another confirmation link',
    answer: z.object({ message }),
  },
  signOut: {
    summary: 'End this session',
    answer: z.object({ message }),
  },
  security: {
    summary: 'Your sessions and second factor',
    answer: AccountSecurity,
  },
  endSession: {
    summary: 'End one of your sessions',
    answer: z.object({ message }),
  },
  endOtherSessions: {
    summary: 'End all your other sessions',
    answer: z.object({ message, ended: z.number() }),
  },
  beginSecondFactor: {
    summary: 'Request a second-factor secret (staff)',
    body: BeginSecondFactor,
    answer: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmSecondFactor: {
    summary: 'Enable the second factor with a code',
    body: ConfirmSecondFactor,
    answer: z.object({ message, recoveryCodes: z.array(z.string()) }),
  },
  endSecondFactor: {
    summary: 'Disable the second factor with the password and a code',
    body: EndSecondFactor,
    answer: z.object({ message }),
  },
  ownAccesses: {
    summary: 'Auditors who opened your name, with reasons, newest first',
    answer: listAnswerSchema('accesses', PersonAccess),
  },
  ownData: {
    summary: 'Export of all your data, as JSON',
    file: { types: ['application/json'] },
  },
  settings: {
    summary: 'Your settings',
    // `saved` is false if the settings are the defaults.
    answer: z.object({ settings: AccountSettings, saved: z.boolean() }),
  },
  saveSettings: {
    summary: 'Save your settings',
    body: SaveSettings,
    answer: commandAnswerSchema({ settings: AccountSettings }),
  },
  changeProfile: {
    summary: 'Change your name and phone',
    body: ChangeProfile,
    answer: commandAnswerSchema({ user: User }),
  },
  profileFigures: {
    summary: 'Figures of your profile page',
    answer: z.object({ figures: ProfileStatistics }),
  },
  requestPhoneCode: {
    summary: 'Request a code by SMS to link a phone number to your account',
    body: RequestPhoneLinkCode,
    answer: z.object({ message }),
  },
  linkPhone: {
    summary: 'Link a phone number to your account with the code',
    body: LinkPhone,
    answer: commandAnswerSchema({
      message,
      /** In E.164. */
      phone: z.string(),
    }),
  },
  unlinkPhone: {
    summary: 'Remove the phone number from your account; refused if you sign in with it only',
    answer: commandAnswerSchema({ message }),
  },
  requestClaimCode: {
    summary: 'Request a code by SMS for an account registered by phone; the response is the same for other numbers',
    body: RequestPhoneCode,
    answer: z.object({ message }),
  },
  claimByPhone: {
    summary: 'Give an account registered by phone an email and a password, with the code; signs in',
    body: ClaimAccountByPhone,
    answer: commandAnswerSchema(Session.shape),
  },
  requestResetCode: {
    summary: 'Request a code by SMS for a forgotten password (residents); the response is the same for other numbers',
    body: RequestPhoneCode,
    answer: z.object({ message }),
  },
  resetByPhone: {
    summary: 'Set a new password with the code; ends all sessions',
    body: ResetPasswordByPhone,
    answer: z.object({ message }),
  },
  demoAccounts: {
    summary: 'Demo accounts, available on a loopback demo only',
    answer: listAnswerSchema('accounts', DemoAccount),
  },
  demoSignIn: {
    summary: 'Sign in as a demo account, on a loopback demo only',
    body: z.object({ identifier: z.string().max(254) }),
    answer: Session,
  },
})
