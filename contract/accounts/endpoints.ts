/** Endpoints of accounts: sign-up, sign-in, passwords, settings, profile and deletion. */
import { z } from 'zod'
import { ROLES } from '#domain/city.ts'
import { PersonAccess } from '../audit/views.ts'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import {
  BeginSecondFactorBody,
  ChangePasswordBody,
  ChangeProfileBody,
  ClaimAccountByPhoneBody,
  ConfirmEmailBody,
  ConfirmSecondFactorBody,
  DeleteAccountBody,
  EndSecondFactorBody,
  ForgotPasswordBody,
  LinkPhoneBody,
  RequestPhoneCodeBody,
  RequestPhoneLinkCodeBody,
  ResetPasswordBody,
  ResetPasswordByPhoneBody,
  SaveSettingsBody,
  SignInBody,
  SignUpBody,
} from './commands.ts'
import { accountEndpointRoutes as lines } from './routes.ts'
import { AccountSecurity, AccountSettings, ProfileStatistics, Session, User } from './views.ts'

const DemoAccount = z.object({ identifier: z.string(), label: z.string(), role: z.enum(ROLES) })

export const accountEndpoints = defineEndpoints(lines, {
  signUp: {
    summary: 'Sign up as a resident',
    body: SignUpBody,
    answer: createCommandAnswerSchema(Session.shape),
  },
  signIn: {
    summary: 'Sign in with an email or an employee ID',
    body: SignInBody,
    answer: Session,
  },
  me: {
    summary: 'The signed-in user',
    answer: z.object({ user: User }),
  },
  changePassword: {
    summary: 'Change the password; ends all other sessions',
    body: ChangePasswordBody,
    answer: createCommandAnswerSchema({ message: messageSchema, token: z.string() }),
  },
  deleteAccount: {
    summary: 'Delete your own account (residents)',
    body: DeleteAccountBody,
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  forgotPassword: {
    summary: 'Request a password reset link by email; the response is the same for unknown accounts',
    body: ForgotPasswordBody,
    answer: z.object({ message: messageSchema }),
  },
  resetPassword: {
    summary: 'Set a new password with the token of a reset link; ends all sessions',
    body: ResetPasswordBody,
    answer: z.object({ message: messageSchema }),
  },
  confirmEmail: {
    summary: 'Confirm an email with the token of a mailed link',
    body: ConfirmEmailBody,
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  resendConfirmation: {
    summary: 'Request another confirmation link',
    answer: z.object({ message: messageSchema }),
  },
  signOut: {
    summary: 'End this session',
    answer: z.object({ message: messageSchema }),
  },
  security: {
    summary: 'Your sessions and second factor',
    answer: AccountSecurity,
  },
  endSession: {
    summary: 'End one of your sessions',
    answer: z.object({ message: messageSchema }),
  },
  endOtherSessions: {
    summary: 'End all your other sessions',
    answer: z.object({ message: messageSchema, ended: z.number() }),
  },
  beginSecondFactor: {
    summary: 'Request a second-factor secret (staff)',
    body: BeginSecondFactorBody,
    answer: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmSecondFactor: {
    summary: 'Enable the second factor with a code',
    body: ConfirmSecondFactorBody,
    answer: z.object({ message: messageSchema, recoveryCodes: z.array(z.string()) }),
  },
  endSecondFactor: {
    summary: 'Disable the second factor with the password and a code',
    body: EndSecondFactorBody,
    answer: z.object({ message: messageSchema }),
  },
  ownAccesses: {
    summary: 'Auditors who opened your name, with reasons, newest first',
    answer: createListAnswerSchema('accesses', PersonAccess),
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
    body: SaveSettingsBody,
    answer: createCommandAnswerSchema({ settings: AccountSettings }),
  },
  changeProfile: {
    summary: 'Change your name and phone',
    body: ChangeProfileBody,
    answer: createCommandAnswerSchema({ user: User }),
  },
  profileFigures: {
    summary: 'Figures of your profile page',
    answer: z.object({ figures: ProfileStatistics }),
  },
  requestPhoneCode: {
    summary: 'Request a code by SMS to link a phone number to your account',
    body: RequestPhoneLinkCodeBody,
    answer: z.object({ message: messageSchema }),
  },
  linkPhone: {
    summary: 'Link a phone number to your account with the code',
    body: LinkPhoneBody,
    answer: createCommandAnswerSchema({
      message: messageSchema,
      /** The linked phone number in E.164. */
      phone: z.string(),
    }),
  },
  unlinkPhone: {
    summary: 'Remove the phone number from your account; refused if you sign in with it only',
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  requestClaimCode: {
    summary: 'Request a code by SMS for an account registered by phone; the response is the same for other numbers',
    body: RequestPhoneCodeBody,
    answer: z.object({ message: messageSchema }),
  },
  claimByPhone: {
    summary: 'Give an account registered by phone an email and a password, with the code; signs in',
    body: ClaimAccountByPhoneBody,
    answer: createCommandAnswerSchema(Session.shape),
  },
  requestResetCode: {
    summary: 'Request a code by SMS for a forgotten password (residents); the response is the same for other numbers',
    body: RequestPhoneCodeBody,
    answer: z.object({ message: messageSchema }),
  },
  resetByPhone: {
    summary: 'Set a new password with the code; ends all sessions',
    body: ResetPasswordByPhoneBody,
    answer: z.object({ message: messageSchema }),
  },
  demoAccounts: {
    summary: 'Demo accounts, available on a loopback demo only',
    answer: createListAnswerSchema('accounts', DemoAccount),
  },
  demoSignIn: {
    summary: 'Sign in as a demo account, on a loopback demo only',
    body: z.object({ identifier: z.string().max(254) }),
    answer: Session,
  },
})
